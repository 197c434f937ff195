-- expand: acteurs, their members, notes about them, and merges of two acteurs.

create table acteurs (
  id uuid primary key default new_id(),
  nom text not null check (length(nom) between 1 and 200),
  -- Its id, until it gets a slug of its own.
  slug text not null default new_id()::text constraint acteurs_slug_taken unique
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  commune_id uuid references communes,
  active boolean not null default true,
  can_publish boolean not null default false,
  deleted_at timestamptz,
  type text not null default 'autre' check
    (type in ('association', 'commerce', 'artisan', 'mairie', 'service_public', 'ecole', 'sante', 'autre')),
  description text check (length(description) between 1 and 5000),
  adresse text constraint acteurs_adresse_length check (length(adresse) between 1 and 500),
  telephone text constraint acteurs_telephone_length check (length(telephone) between 1 and 30),
  email text constraint acteurs_email_length check (length(email) <= 254),
  site_web text constraint acteurs_site_web_length check (length(site_web) <= 2000),
  -- Unique among deleted acteurs too: a deleted one is restored, not created again.
  siret text constraint acteurs_siret_taken unique check (siret ~ '^[0-9]{14}$'),
  rna text constraint acteurs_rna_taken unique check (rna ~ '^W[0-9][0-9A-Z][0-9]{7}$'),
  valide boolean not null default false,
  valide_le timestamptz,
  badge text check (badge in ('officiel', 'verifie', 'partenaire')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The key to sort by, and the words to find it by. Set by triggers.
  cle text collate "C" not null default '',
  recherche text not null default '',
  merged_into uuid references acteurs,
  horaires text constraint acteurs_horaires_length check (length(horaires) between 1 and 2000),
  image jsonb constraint acteurs_image check (image ?& '{id,alt,key,width,height,widths,placeholder}'),
  -- References uploads (0007_media.sql).
  image_upload_id uuid generated always as ((image ->> 'id')::uuid) stored,
  constraint acteurs_valide_has_its_time check (valide = (valide_le is not null))
);
create index acteurs_by_name on acteurs (cle, id);
create index acteurs_by_age on acteurs (created_at desc, id desc);
create index acteurs_by_commune on acteurs (commune_id, cle, id);
create index acteurs_by_type on acteurs (type, cle, id);
create index acteurs_by_search on acteurs using gin (recherche gin_trgm_ops);
-- For filters that few acteurs match.
create index acteurs_with_badge on acteurs (badge, cle, id) where badge is not null;
create index acteurs_who_publish on acteurs (cle, id) where can_publish;
create index acteurs_not_active on acteurs (cle, id) where not active;
create index acteurs_deleted on acteurs (cle, id) where deleted_at is not null;
create index acteurs_by_validation on acteurs (valide, cle, id);
create index acteurs_merged on acteurs (merged_into) where merged_into is not null;
create index acteurs_by_image on acteurs (image_upload_id) where image_upload_id is not null;
-- Index-only counts: totals, and how many acteurs each commune has.
create index acteurs_counted on acteurs (type, valide, badge, active, can_publish) where deleted_at is null;
create index acteurs_there on acteurs (commune_id) where deleted_at is null;
-- Contacts by which two acteurs look alike, compared before the second one is created.
create index acteurs_by_mail on acteurs (lower(split_part(email, '@', 2)), lower(email)) where email is not null;
create index acteurs_by_telephone on acteurs
  (regexp_replace(regexp_replace(telephone, '\D', '', 'g'), '^(00)?33(?=\d{9}$)', '0')) where telephone is not null;

-- Found by its name (also written as one word), its commune, the postal codes of the commune, its SIRET and its RNA.
create function set_acteur_keys() returns trigger language plpgsql as $$
begin
  new.cle := search_key(new.nom);
  new.recherche := with_saints(words_key(concat_ws(' ', new.nom, new.cle, new.siret, new.rna,
    (select concat_ws(' ', c.nom, c.cle, array_to_string(c.codes_postaux, ' ')) from communes c
      where c.id = new.commune_id))));
  return new;
end $$;
create trigger acteurs_keys before insert or update of nom, siret, rna, commune_id on acteurs
  for each row execute function set_acteur_keys();

-- The keys are no part of the record: a renamed commune makes no new version of its acteurs.
create trigger acteurs_version before update on acteurs for each row
  when ((old.nom, old.slug, old.type, old.commune_id, old.description, old.adresse, old.telephone, old.email,
         old.site_web, old.horaires, old.image, old.siret, old.rna, old.valide, old.badge, old.active,
         old.can_publish, old.deleted_at)
        is distinct from
        (new.nom, new.slug, new.type, new.commune_id, new.description, new.adresse, new.telephone, new.email,
         new.site_web, new.horaires, new.image, new.siret, new.rna, new.valide, new.badge, new.active,
         new.can_publish, new.deleted_at))
  execute function bump_version();

---------------------------------------------------------------- communes and acteurs

alter table communes add foreign key (mairie_actor_id) references acteurs;

-- Runs the trigger `acteurs_keys` of the acteurs of a renamed commune.
create function rename_in_acteurs() returns trigger language plpgsql as $$
begin
  update acteurs set commune_id = new.id where commune_id = new.id;
  return null;
end $$;
create trigger communes_named_in_acteurs after update of nom, codes_postaux on communes for each row
  when ((old.nom, old.codes_postaux) is distinct from (new.nom, new.codes_postaux))
  execute function rename_in_acteurs();

-- The communes that an acteur may publish for besides its own.
create table acteur_communes (
  acteur_id uuid not null references acteurs on delete cascade,
  commune_id uuid not null references communes,
  primary key (acteur_id, commune_id)
);
create index acteur_communes_by_commune on acteur_communes (commune_id);

---------------------------------------------------------------- members

create table actor_users (
  acteur_id uuid not null references acteurs on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor')),
  permissions text[] not null default '{}'
    check (permissions <@ array['manage_publications', 'publish_publications']),
  created_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- Null while the invited user has not accepted. Until then the team sees `waiting_id`, not the id of the user.
  accepted_at timestamptz default now(),
  waiting_id uuid,
  primary key (acteur_id, user_id)
);
create index actor_users_user on actor_users (user_id);
create trigger actor_users_version before update on actor_users for each row
  when ((old.role, old.permissions) is distinct from (new.role, new.permissions))
  execute function bump_version();

-- Notes among operators, each about an acteur or a user.
create table notes (
  id uuid primary key default new_id(),
  acteur_id uuid references acteurs on delete cascade,
  user_id uuid references users on delete cascade,
  author_user_id uuid references users on delete set null,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  constraint notes_about_one check (num_nonnulls(acteur_id, user_id) = 1)
);
create index notes_of_acteur on notes (acteur_id, id) where acteur_id is not null;
create index notes_of_user on notes (user_id, id) where user_id is not null;
create index notes_by_author on notes (author_user_id) where author_user_id is not null;
create index notes_by_age on notes (created_at);

---------------------------------------------------------------- merges

-- The rows that a merge moved from one acteur to the other, so that it can be undone for thirty days.
create table acteur_merges (
  id uuid primary key default new_id(),
  from_id uuid not null references acteurs,
  into_id uuid not null references acteurs,
  merged_at timestamptz not null default now(),
  merged_by uuid references users on delete set null,
  undone_at timestamptz,
  publications uuid[] not null,
  claims uuid[] not null,
  subscriptions uuid[] not null,
  import_sources uuid[] not null,
  -- For each member that moved: the membership in the other acteur before (null: none) and since.
  members jsonb not null,
  uploads uuid[] not null default '{}',
  publication_drafts uuid[] not null default '{}',
  -- The rights of the remaining acteur at the merge: a right that it loses later does not come back with an undo.
  into_active boolean not null default true,
  into_can_publish boolean not null default true
);
create index acteur_merges_into on acteur_merges (into_id, merged_at desc);
create index acteur_merges_from on acteur_merges (from_id);
create index acteur_merges_by on acteur_merges (merged_by) where merged_by is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete
      on acteurs, acteur_communes, actor_users, notes, acteur_merges to parvis_app;
  end if;
end $$;
