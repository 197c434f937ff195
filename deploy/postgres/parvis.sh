#!/bin/sh
# Run once by the image of PostgreSQL, when its volume is empty: the account of Parvis owns its database and may make others
# (the check of a backup is one), and has no right to the server, its files or its programs. The superuser stays without a
# password: only from within the container, docker compose exec postgres psql -U postgres.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role parvis login nosuperuser createdb password :'password';
create role parvis_app nologin;
grant parvis_app to parvis;
create database parvis owner parvis encoding 'UTF8' template template0;
alter role postgres password null;
SQL
