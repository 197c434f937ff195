-- expand: the monthly figures of moderation, kept once a month is over, and whether everybody may read them.

create table transparency_months (
  month text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  computed_at timestamptz not null default now()
);
comment on table transparency_months is 'Figures of a month of moderation, everywhere; src/transparency/';

alter table team_settings add column transparency_public boolean not null default false;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert on transparency_months to parvis_app;
  end if;
end $$;
