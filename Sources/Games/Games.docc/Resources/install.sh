swift build -c release --static-swift-stdlib --product OwnGame
cp .build/release/OwnGame /usr/local/bin/roundtable
apt-get install ca-certificates libcurl4 postgresql librsvg2-2
adduser --system --group --home /var/lib/roundtable --no-create-home roundtable
