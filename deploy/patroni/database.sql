-- The account and the database of Parvis, on the primary alone:
-- psql -h 10.0.0.11 -U postgres -f deploy/patroni/database.sql
create role parvis login createrole password 'change-this-password-of-parvis';
create database parvis owner parvis encoding 'UTF8' template template0;
