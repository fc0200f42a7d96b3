cp deploy/systemd/roundtable.service /etc/systemd/system/
systemctl enable --now roundtable
roundtable doctor
