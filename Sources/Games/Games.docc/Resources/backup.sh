roundtable backup --to /backup/$(date +%F)
