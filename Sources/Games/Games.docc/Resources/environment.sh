# /etc/roundtable/environment
ROUNDTABLE_PUBLIC_URL=https://games.example.org
ROUNDTABLE_TRUSTED_PROXIES=127.0.0.1
