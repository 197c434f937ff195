-- expand: what is being written for an acteur follows it into another one, and comes back where they are taken apart again.
alter table acteur_merges add column publication_drafts uuid[] not null default '{}';
