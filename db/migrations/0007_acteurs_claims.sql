-- Acteurs, whole, and the claims of those who want to take one over.

---------------------------------------------------------------- acteurs

alter table acteurs
  add column type text not null default 'autre' check
    (type in ('association', 'commerce', 'artisan', 'mairie', 'service_public', 'ecole', 'sante', 'autre')),
  add column description text check (length(description) between 1 and 5000),
  add column if not exists adresse text,
  add column if not exists telephone text,
  add column if not exists email text,
  add column if not exists site_web text,
  -- One acteur each, a deleted one among them: it is brought back, not made again.
  add column siret text constraint acteurs_siret_taken unique check (siret ~ '^[0-9]{14}$'),
  add column rna text constraint acteurs_rna_taken unique check (rna ~ '^W[0-9][0-9A-Z][0-9]{7}$'),
  add column valide boolean not null default false,
  add column valide_le timestamptz,
  add column badge text check (badge in ('officiel', 'verifie', 'partenaire')),
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  -- How it is sorted, and the words it is found by. Kept by triggers.
  add column cle text collate "C" not null default '',
  add column recherche text not null default '',
  add constraint acteurs_adresse_length check (length(adresse) between 1 and 500),
  add constraint acteurs_telephone_length check (length(telephone) between 1 and 30),
  add constraint acteurs_email_length check (length(email) <= 254),
  add constraint acteurs_site_web_length check (length(site_web) <= 2000),
  add constraint acteurs_valide_has_its_time check (valide = (valide_le is not null));

-- Text as the words it holds, one space before each and one behind: " % begins a word" is then a plain LIKE.
create function words_key(text) returns text language sql immutable strict parallel safe as $$
  select ' ' || btrim(regexp_replace(public.fold($1), '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;

-- By its name (also written in one word), its commune and the commune's postal codes, its SIRET and RNA.
create function set_acteur_keys() returns trigger language plpgsql as $$
begin
  new.cle := search_key(new.nom);
  new.recherche := words_key(concat_ws(' ', new.nom, new.cle, new.siret, new.rna,
    (select concat_ws(' ', c.nom, c.cle, array_to_string(c.codes_postaux, ' ')) from communes c
      where c.id = new.commune_id)));
  return new;
end $$;
create trigger acteurs_keys before insert or update of nom, siret, rna, commune_id on acteurs
  for each row execute function set_acteur_keys();
update acteurs set nom = nom;

create function rename_in_acteurs() returns trigger language plpgsql as $$
begin
  update acteurs set commune_id = new.id where commune_id = new.id;
  return null;
end $$;
create trigger communes_named_in_acteurs after update of nom, codes_postaux on communes for each row
  when ((old.nom, old.codes_postaux) is distinct from (new.nom, new.codes_postaux))
  execute function rename_in_acteurs();

-- A commune that is renamed changes how its acteurs are found, not what they are.
create trigger acteurs_version before update on acteurs for each row
  when ((old.nom, old.slug, old.type, old.commune_id, old.description, old.adresse, old.telephone, old.email,
         old.site_web, old.siret, old.rna, old.valide, old.badge, old.active, old.can_publish, old.deleted_at)
        is distinct from
        (new.nom, new.slug, new.type, new.commune_id, new.description, new.adresse, new.telephone, new.email,
         new.site_web, new.siret, new.rna, new.valide, new.badge, new.active, new.can_publish, new.deleted_at))
  execute function bump_version();

create index acteurs_by_name on acteurs (cle, id);
create index acteurs_by_age on acteurs (created_at desc, id desc);
drop index acteurs_by_commune;
create index acteurs_by_commune on acteurs (commune_id, cle, id);
create index acteurs_by_type on acteurs (type, cle, id);
create index acteurs_by_search on acteurs using gin (recherche gin_trgm_ops);
-- What few acteurs are.
create index acteurs_with_badge on acteurs (badge, cle, id) where badge is not null;
create index acteurs_who_publish on acteurs (cle, id) where can_publish;
create index acteurs_not_active on acteurs (cle, id) where not active;
create index acteurs_deleted on acteurs (cle, id) where deleted_at is not null;
create index acteurs_by_validation on acteurs (valide, cle, id);
-- Totals are counted along these alone.
create index acteurs_counted on acteurs (type, valide, badge, active, can_publish) where deleted_at is null;

-- How many publications an acteur has, without reading them.
create index publications_kept_by_acteur on publications (acteur_id) where deleted_at is null;

---------------------------------------------------------------- claims

create table claims (
  id uuid primary key default new_id(),
  acteur_id uuid not null references acteurs,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  -- What the claimant wrote and how to reach them: gone twelve months after the decision.
  message text check (length(message) between 1 and 2000),
  nom text check (length(nom) <= 200),
  email text check (length(email) <= 254),
  telephone text check (length(telephone) <= 30),
  claimant_user_id uuid references users on delete set null,
  -- What they read.
  language text not null check (language in ('fr', 'en')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  note text check (length(note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Contacts and words, as they are searched.
  recherche text not null generated always as
    (fold(coalesce(nom, '') || ' ' || coalesce(email, '') || ' ' || coalesce(telephone, '') || ' '
          || coalesce(message, ''))) stored,
  constraint claims_decided_has_its_time check ((status in ('approved', 'rejected')) = (decided_at is not null))
);
-- Whoever comes second is told so, however close behind.
create unique index claims_one_pending on claims (acteur_id) where status = 'pending';
create index claims_by_age on claims (created_at desc, id desc);
create index claims_by_status on claims (status, created_at desc, id desc);
create index claims_by_acteur on claims (acteur_id, created_at desc, id desc);
create index claims_by_search on claims using gin (recherche gin_trgm_ops);
create index claims_by_claimant on claims (claimant_user_id) where claimant_user_id is not null;
create index claims_by_decider on claims (decided_by) where decided_by is not null;
create index claims_to_expire on claims (expires_at) where status = 'pending';
create index claims_personal on claims (coalesce(decided_at, expires_at))
  where status <> 'pending' and message is not null;

create trigger claims_version before update on claims for each row
  when ((old.status, old.note, old.message) is distinct from (new.status, new.note, new.message))
  execute function bump_version();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on claims to parvis_app;
  end if;
end $$;
