-- The account and the database of Parvis: docs/cluster.md#patroni.
create role parvis login createrole password 'change-this-password-of-parvis';
create database parvis owner parvis encoding 'UTF8' template template0;
