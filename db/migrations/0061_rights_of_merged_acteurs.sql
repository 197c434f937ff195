-- expand: what the acteur that stays was allowed when another one was put into it: a right that it loses later does not come back
-- with the other. Of merges from before, it counts as allowed.
alter table acteur_merges add column into_active boolean not null default true;
alter table acteur_merges add column into_can_publish boolean not null default true;
