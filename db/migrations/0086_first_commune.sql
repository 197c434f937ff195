-- expand: the first commune that administrators open, and how far they have come.

-- `first_commune_passed` counts the steps that were done or put off, in their order; 5: it is open.
alter table team_settings
  add column first_commune_id uuid references communes,
  add column first_commune_passed smallint not null default 0 check (first_commune_passed between 0 and 5);
