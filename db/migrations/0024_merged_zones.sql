-- expand: a merge of acteurs keeps the communes that it added to the zone.

alter table acteur_merges add column acteur_communes uuid[] not null default '{}';
