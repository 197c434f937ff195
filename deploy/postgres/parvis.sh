#!/bin/sh
# The PostgreSQL image runs this once, when its volume is empty. The account parvis owns its database and may create others
# (for test-restoring backups), but has no access to the server, its files or its programs. The superuser has no password and
# can connect only inside the container: docker compose exec postgres psql -U postgres
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role parvis login nosuperuser createdb password :'password';
create role parvis_app nologin;
grant parvis_app to parvis;
create database parvis owner parvis encoding 'UTF8' template template0;
alter role postgres password null;
SQL
