-- expand: a misspelt commune is looked up among those with alike names.

create index communes_alike on communes using gin (cle gin_trgm_ops) where successor_id is null;
