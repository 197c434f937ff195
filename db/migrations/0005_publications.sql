-- Publications, whole: what they need of acteurs, who may see them, how they are found, reported, decided and undone.

---------------------------------------------------------------- acteurs, as far as publications need them

alter table acteurs
  -- An id is a slug too, until the acteur is given one.
  add column slug text not null default new_id()::text constraint acteurs_slug_taken unique
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  add column commune_id uuid references communes,
  add column active boolean not null default true,
  add column can_publish boolean not null default false,
  add column deleted_at timestamptz;
create index acteurs_by_commune on acteurs (commune_id);

-- The communes an acteur may publish for besides its own.
create table acteur_communes (
  acteur_id uuid not null references acteurs on delete cascade,
  commune_id uuid not null references communes,
  primary key (acteur_id, commune_id)
);
create index acteur_communes_by_commune on acteur_communes (commune_id);

---------------------------------------------------------------- how French text is searched

-- Accents go before the stem is taken, on both sides: "fête", "fete" and "FÊTES" meet.
create text search configuration parvis (copy = french);
alter text search configuration parvis
  alter mapping for word, hword, hword_part with unaccent, french_stem;
alter text search configuration parvis
  alter mapping for numword, numhword, hword_numpart with unaccent, simple;

---------------------------------------------------------------- publications

create table publications (
  id uuid primary key default new_id(),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  acteur_id uuid not null references acteurs,
  type_id uuid not null references publication_types,
  commune_id uuid not null references communes,
  -- All of its communes, its own first. publication_communes follows by trigger.
  commune_ids uuid[] not null
    check (commune_ids[1] = commune_id and cardinality(commune_ids) <= 51),
  date_debut date,
  date_fin date check (date_fin >= date_debut),
  lieu text check (length(lieu) between 1 and 200),
  image_url text check (length(image_url) <= 2000),
  source_url text check (length(source_url) <= 2000),
  epingle boolean not null default false,
  en_avant boolean not null default false,
  featured_until timestamptz check (en_avant or featured_until is null),
  moderation_status text not null check (moderation_status in ('pending', 'approved', 'published', 'rejected')),
  valide boolean not null,
  publie_le timestamptz,
  -- Who decided last: nobody overrules the back-office, and a member does not lift a mairie's hold.
  moderation_by text not null check (moderation_by in ('member', 'mairie', 'backoffice', 'import')),
  moderation_reason text check (length(moderation_reason) <= 1000),
  moderation_reason_code text check (moderation_reason_code in
    ('spam', 'inappropriate', 'false_information', 'illegal', 'duplicate', 'off_topic', 'other')),
  moderated_at timestamptz,
  moderated_by uuid references users on delete set null,
  -- Open ones, kept by trigger.
  reports_count int not null default 0 check (reports_count >= 0),
  import_source_id uuid,
  created_by uuid references users on delete set null,
  -- Of the address or the text (publications/duplicates.ts): two rows that say the same share it.
  duplicate_key uuid not null,
  duplicate_reason text not null check (duplicate_reason in ('source_url', 'signature')),
  -- When the words last changed: what was approved before that was another text.
  edited_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- From when on everybody may see it; null for never. The visibility rule is `visible_le <= now()` and nothing else.
  visible_le timestamptz generated always as (
    case when valide and moderation_status in ('approved', 'published') and deleted_at is null then publie_le end) stored,
  constraint publications_valide_when_decided
    check (not valide or moderation_status in ('approved', 'published')),
  constraint publications_published_has_its_time
    check (moderation_status <> 'published' or publie_le is not null)
);

-- What everybody reads.
create index publications_visible on publications (visible_le desc, id desc) where visible_le is not null;
create index publications_visible_by_type on publications (type_id, visible_le desc, id desc)
  where visible_le is not null;
create index publications_visible_by_commune on publications (commune_id, visible_le desc, id desc) include (type_id)
  where visible_le is not null;
create index publications_visible_by_acteur on publications (acteur_id, epingle desc, visible_le desc, id desc)
  where visible_le is not null;
create index publications_visible_by_day on publications (date_debut, id) include (visible_le, type_id)
  where visible_le is not null;
create index publications_visible_by_commune_day on publications (commune_id, date_debut, id)
  include (visible_le, type_id) where visible_le is not null;
create index publications_featured on publications (visible_le desc, id desc) where en_avant;

-- What the back-office and members read.
create index publications_by_age on publications (created_at desc, id desc);
create index publications_by_status on publications (moderation_status, created_at desc, id desc)
  include (publie_le, duplicate_key) where deleted_at is null;
create index publications_by_acteur on publications (acteur_id, created_at desc, id desc);
create index publications_by_commune on publications (commune_id, created_at desc, id desc)
  include (moderation_status, valide, deleted_at, type_id, duplicate_key);
create index publications_by_publication on publications (publie_le, id);
create index publications_by_title on publications (fold(title), id);
create index publications_by_author on publications (created_by, created_at desc, id desc)
  where created_by is not null;
create index publications_by_moderator on publications (moderated_by) where moderated_by is not null;
create index publications_by_import on publications (import_source_id, created_at desc, id desc)
  where import_source_id is not null;
create index publications_reported on publications (reports_count desc, created_at desc, id desc)
  where reports_count > 0;
create index publications_not_valide on publications (created_at desc, id desc) include (publie_le, deleted_at)
  where not valide;
create index publications_deleted on publications (created_at desc, id desc) where deleted_at is not null;
create index publications_alike on publications (duplicate_key, created_at desc, id desc) where deleted_at is null;

-- A citizen's report is no edit: nobody's If-Match breaks over it.
create trigger publications_version before update on publications for each row
  when ((old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu, old.image_url,
         old.source_url, old.epingle, old.en_avant, old.featured_until, old.moderation_status, old.valide,
         old.publie_le, old.moderation_by, old.moderation_reason, old.moderation_reason_code, old.deleted_at)
        is distinct from
        (new.title, new.body, new.type_id, new.commune_ids, new.date_debut, new.date_fin, new.lieu, new.image_url,
         new.source_url, new.epingle, new.en_avant, new.featured_until, new.moderation_status, new.valide,
         new.publie_le, new.moderation_by, new.moderation_reason, new.moderation_reason_code, new.deleted_at))
  execute function bump_version();

-- The communes a publication is attached to besides its own, each with what lists filter and sort by: a commune's page
-- walks two indexes and reads no row that it does not show (of a rare type: 0.7 ms; 23 ms when the row must be read).
create table publication_communes (
  publication_id uuid not null references publications on delete cascade,
  commune_id uuid not null references communes,
  visible_le timestamptz,
  type_id uuid not null,
  date_debut date,
  primary key (publication_id, commune_id)
);
create index publication_communes_visible on publication_communes (commune_id, visible_le desc, publication_id desc)
  include (type_id) where visible_le is not null;
create index publication_communes_visible_by_day on publication_communes (commune_id, date_debut, publication_id)
  include (visible_le, type_id) where visible_le is not null;
create index publication_communes_by_commune on publication_communes (commune_id, publication_id);

create function attach_communes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.commune_ids is distinct from new.commune_ids then
    delete from publication_communes where publication_id = new.id;
  end if;
  if cardinality(new.commune_ids) > 1 then
    insert into publication_communes (publication_id, commune_id, visible_le, type_id, date_debut)
      select new.id, other, new.visible_le, new.type_id, new.date_debut from unnest(new.commune_ids[2:]) as other
      on conflict (publication_id, commune_id) do update set
        visible_le = excluded.visible_le, type_id = excluded.type_id, date_debut = excluded.date_debut;
  end if;
  return null;
end $$;
create trigger publications_attached_first after insert on publications
  for each row when (cardinality(new.commune_ids) > 1) execute function attach_communes();
create trigger publications_attached after update on publications for each row
  when (old.commune_ids is distinct from new.commune_ids
        or (cardinality(new.commune_ids) > 1 and (old.visible_le, old.type_id, old.date_debut)
                                                 is distinct from (new.visible_le, new.type_id, new.date_debut)))
  execute function attach_communes();

---------------------------------------------------------------- what is searched

-- The words, apart: a decision is then a small change of a row whose words are not written again (500 decisions:
-- 0.6 s; 1.2 s with the words in the row itself). Room on the page keeps it so.
create table publication_words (
  publication_id uuid primary key references publications on delete cascade,
  visible_le timestamptz,
  commune_ids uuid[] not null,
  recherche tsvector not null
) with (fillfactor = 70);
-- Written to at once, not into a list that every search would have to read through.
create index publication_words_found on publication_words using gin (recherche, commune_ids) with (fastupdate = off);

create function words_of(publications) returns tsvector language sql stable as $$
  select setweight(to_tsvector('public.parvis'::regconfig, $1.title), 'A')
      || setweight(to_tsvector('public.parvis'::regconfig, coalesce($1.lieu, '')), 'B')
      || setweight(to_tsvector('public.parvis'::regconfig, $1.body), 'C')
$$;
create function keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into publication_words (publication_id, visible_le, commune_ids, recherche)
      values (new.id, new.visible_le, new.commune_ids, words_of(new));
  elsif (old.title, old.lieu, old.body, old.commune_ids)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids) then
    update publication_words set visible_le = new.visible_le, commune_ids = new.commune_ids, recherche = words_of(new)
      where publication_id = new.id;
  else
    update publication_words set visible_le = new.visible_le where publication_id = new.id;
  end if;
  return null;
end $$;
create trigger publications_words_first after insert on publications for each row execute function keep_words();
create trigger publications_words after update on publications for each row
  when ((old.title, old.lieu, old.body, old.commune_ids, old.visible_le)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids, new.visible_le))
  execute function keep_words();

---------------------------------------------------------------- exact totals without counting

-- Every change adds a line, a total is their sum, and a job folds the lines together: writers never wait for each
-- other, and a reader's snapshot is exact.
create table publication_totals (
  moderation_status text not null,
  valide boolean not null,
  deleted boolean not null,
  type_id uuid not null,
  total bigint not null
);

create function count_publications() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from publication_totals;
  elsif tg_op = 'INSERT' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, count(*) from arrived group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, -count(*) from gone group by 1, 2, 3, 4;
  else
    insert into publication_totals
      select moderation_status, valide, deleted, type_id, sum(n) from (
        select moderation_status, valide, deleted_at is not null as deleted, type_id, 1 as n from arrived
        union all
        select moderation_status, valide, deleted_at is not null, type_id, -1 from gone) moved
      group by 1, 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger publications_counted_in after insert on publications
  referencing new table as arrived for each statement execute function count_publications();
create trigger publications_counted_out after delete on publications
  referencing old table as gone for each statement execute function count_publications();
create trigger publications_counted_over after update on publications
  referencing old table as gone new table as arrived for each statement execute function count_publications();
create trigger publications_counted_none after truncate on publications
  for each statement execute function count_publications();

---------------------------------------------------------------- reports

create table publication_reports (
  id uuid primary key default new_id(),
  publication_id uuid not null references publications on delete cascade,
  reason text not null check (reason in
    ('spam', 'inappropriate', 'false_information', 'illegal', 'duplicate', 'off_topic', 'other')),
  -- What the reporter wrote and how to reach them: gone after six months.
  message text check (length(message) <= 1000),
  email text check (length(email) <= 254),
  language text not null check (language in ('fr', 'en')),
  -- Who it was, as far as we keep it: a keyed hash of the address, or the user.
  reporter text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('kept', 'removed')),
  operation_id uuid,
  constraint publication_reports_closed_with_outcome check ((closed_at is null) = (outcome is null))
);
create index publication_reports_of on publication_reports (publication_id, id);
create index publication_reports_open on publication_reports (publication_id) where closed_at is null;
create index publication_reports_by_reporter on publication_reports (publication_id, reporter, id);
create index publication_reports_by_operation on publication_reports (operation_id) where operation_id is not null;
create index publication_reports_from on publication_reports (reporter) where reporter like 'user:%';
create index publication_reports_by_email on publication_reports (lower(email)) where email is not null;
create index publication_reports_personal on publication_reports (created_at) where reporter is not null;

create function count_open_reports() returns trigger language plpgsql as $$
begin
  update publications set reports_count = reports_count + moved.n
    from (select publication_id, sum(n)::int as n from (
            select publication_id, 1 as n from arrived where closed_at is null
            union all
            select publication_id, -1 from gone where closed_at is null) each
          group by 1 having sum(n) <> 0) moved
    where publications.id = moved.publication_id;
  return null;
end $$;
create function count_new_reports() returns trigger language plpgsql as $$
begin
  update publications set reports_count = reports_count + moved.n
    from (select publication_id, count(*)::int as n from arrived where closed_at is null group by 1) moved
    where publications.id = moved.publication_id;
  return null;
end $$;
create trigger publication_reports_counted_in after insert on publication_reports
  referencing new table as arrived for each statement execute function count_new_reports();
create trigger publication_reports_counted_over after update on publication_reports
  referencing old table as gone new table as arrived for each statement execute function count_open_reports();

---------------------------------------------------------------- decisions that can be taken back

create table moderation_operations (
  id uuid primary key default new_id(),
  user_id uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index moderation_operations_by_user on moderation_operations (user_id) where user_id is not null;

-- How each publication stood before, and the version the decision gave it: another one by now, somebody touched it.
create table moderation_operation_items (
  operation_id uuid not null references moderation_operations on delete cascade,
  publication_id uuid not null references publications on delete cascade,
  version_after int not null,
  moderation_status text not null,
  valide boolean not null,
  publie_le timestamptz,
  moderation_by text not null,
  moderation_reason text,
  moderation_reason_code text,
  moderated_at timestamptz,
  moderated_by uuid,
  primary key (operation_id, publication_id)
);
create index moderation_operation_items_by_publication on moderation_operation_items (publication_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on acteur_communes, publications, publication_communes, publication_words,
      publication_reports, moderation_operations, moderation_operation_items to parvis_app;
    grant select, insert, delete on publication_totals to parvis_app;
  end if;
end $$;
