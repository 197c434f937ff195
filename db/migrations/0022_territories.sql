-- expand: communes have their intercommunality, and a role may be limited to communes.

create table epcis (
  code text primary key check (code ~ '^[0-9]{9}$'),
  nom text not null check (length(nom) between 1 and 200),
  updated_at timestamptz not null default now()
);

-- From the national list. It is no field that people edit: it makes no new version.
alter table communes add column epci_code text references epcis;
create index communes_by_epci on communes (epci_code) where epci_code is not null;

-- Both null: everywhere, as the role `admin` always is.
alter table user_roles
  add column commune_ids uuid[] check (cardinality(commune_ids) between 1 and 500),
  add column epci_codes text[] check (cardinality(epci_codes) between 1 and 50);

-- The commune that a question is about. Null: not known.
alter table support_threads add column commune_id uuid references communes;
create index support_threads_by_commune on support_threads (commune_id, last_message_at desc, id desc)
  where commune_id is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on epcis to parvis_app;
  end if;
end $$;
