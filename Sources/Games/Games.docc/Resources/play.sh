swift run OwnGame serve          # builds for some minutes first
./play http://127.0.0.1:8080     # in another terminal
