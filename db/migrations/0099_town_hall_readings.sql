-- expand: the addresses of town halls as two registers of the State give them, and codes sent there.

-- What the directory (dila) and the data on the digital presence of territories (dpnt) say of the town hall of a
-- commune. Apart from `commune_infos`, which is edited here: a town hall is proven by what the State says alone.
create table town_hall_readings (
  commune_id uuid not null references communes on delete cascade,
  register text not null constraint town_hall_readings_register_check check (register in ('dila', 'dpnt')),
  -- In lower case.
  emails text[] not null default '{}',
  -- Their domains, but for those of public mail providers.
  domains text[] not null default '{}',
  siret text constraint town_hall_readings_siret_check check (siret ~ '^[0-9]{14}$'),
  telephone text constraint town_hall_readings_telephone_check check (length(telephone) <= 50),
  site_web text constraint town_hall_readings_site_web_check check (length(site_web) <= 2000),
  -- Another service has one of its addresses or domains; or the register has several town halls for the commune.
  doubt text constraint town_hall_readings_doubt_check check (doubt in ('shared', 'several')),
  -- The day of the file, and since when addresses and SIRET have been these; null: as long as is known.
  read_on date not null,
  same_since date,
  primary key (commune_id, register)
);
create index town_hall_readings_by_email on town_hall_readings using gin (emails);
create index town_hall_readings_by_domain on town_hall_readings using gin (domains);

-- Where a code was mailed; null for one that was printed.
alter table claim_letters add column sent_to text constraint claim_letters_sent_to_check check (length(sent_to) <= 254);
-- The claim was granted by the code alone, and the grant undone.
alter table claim_letters add column granted_at timestamptz;
alter table claim_letters add column undone_at timestamptz;
create index claim_letters_granted on claim_letters (granted_at) where granted_at is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on town_hall_readings to parvis_app;
  end if;
end $$;
