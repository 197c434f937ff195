-- What an import brings in for no acteur is a publication of none: it waits for a moderator.
alter table publications alter column acteur_id drop not null;
