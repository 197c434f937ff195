-- expand: what all tables build on: roles, ids, versions, totals, searched text, limits, nodes and the clock.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Two roles: the owner migrates; the service works as parvis_app, which holds only what each file grants to it. On a server
-- that does not let us create a role, triggers keep the audit trail final instead (0002_audit.sql).
do $$ begin
  create role parvis_app nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;
do $$ begin
  execute format('grant parvis_app to %I', current_user);
exception when undefined_object or insufficient_privilege or invalid_grant_operation then null;
end $$;
-- Registers are staged in a temporary table. Where this right cannot be granted, PostgreSQL grants it to everybody.
do $$ begin
  execute format('grant temporary on database %I to parvis_app', current_database());
exception when undefined_object or insufficient_privilege then null;
end $$;

-- Ids sort by age (UUID version 7). PostgreSQL 18 makes them; on 17 this function makes the same layout.
do $do$ begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function new_id() returns uuid language sql volatile parallel safe as $$ select uuidv7() $$';
  else
    execute $def$
      create function new_id() returns uuid language sql volatile parallel safe as $$
        select encode(set_byte(set_byte(overlay(uuid_send(gen_random_uuid())
                 placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                 from 1 for 6), 6, get_byte(uuid_send(gen_random_uuid()), 6) & 15 | 112),
                 8, get_byte(uuid_send(gen_random_uuid()), 8) & 63 | 128), 'hex')::uuid
      $$
    $def$;
  end if;
end $do$;

-- Called by the `…_version` trigger of each table, which names the columns whose change makes a new version.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

---------------------------------------------------------------- totals

-- Totals that would cost a scan to count. Triggers keep them, exact under concurrency: each change locks the row.
create table counters (
  name text primary key,
  total bigint not null default 0 check (total >= 0)
);

create function count_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare moved bigint;
begin
  if tg_op = 'TRUNCATE' then
    update counters set total = 0 where name = tg_table_name;
    return null;
  end if;
  select count(*) * (case tg_op when 'INSERT' then 1 else -1 end) into moved from changed;
  if moved <> 0 then
    update counters set total = total + moved where name = tg_table_name;
  end if;
  return null;
end $$;

---------------------------------------------------------------- searched text

-- The key that names are compared and sorted by: no accents, case, hyphens, apostrophes or spaces.
create function search_key(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, name)), '[^a-z0-9]+', '', 'g')
$$;

-- Lower case without accents; everything else stays.
create function fold(text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, $1))
$$;

-- Arabic and Hebrew are mostly written and searched without vowel signs. In NFD a hamza or a madda stands beside its letter,
-- as an accent does. Signs of other scripts (Tamil, Hindi) are letters of their own, and stay.
create function without_vowel_signs(text) returns text language sql immutable strict parallel safe as $$
  select case when $1 ~ '[\u0591-\u06ed]' then normalize(regexp_replace(normalize($1, nfd),
    '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
    '', 'g'), nfc) else $1 end
$$;

-- The words of a text, with a space before and after each, so that LIKE '% begin%' finds the beginning of a word. Replaces only
-- what is not one space already, which makes it three times faster on the 187 000 names of the defibrillators. Without the
-- collation, a text beside a key that sorts by bytes loses all letters of other scripts.
create function words_key(text) returns text language sql immutable strict parallel safe as $$
  select ' ' || btrim(regexp_replace(public.fold(public.without_vowel_signs($1 collate "default")),
    '[^[:alnum:]]*[^[:alnum:] ][^[:alnum:]]*|  +', ' ', 'g')) || ' '
$$;

-- Free text as it is searched: folded, without quotation marks and soft hyphens, with one kind of apostrophe and single spaces.
create function plain_text(text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(public.fold(translate($1,
    U&'\00AB\00BB\2039\203A\201C\201D\201E\201F"\00A0\202F\2009`\00B4\00AD', '            ''''')), '\s+', ' ', 'g'))
$$;

-- The LIKE pattern that finds a text anywhere in a column of `plain_text`.
create function somewhere(text) returns text language sql immutable strict parallel safe as $$
  select '%' || replace(replace(replace(public.plain_text($1), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

-- The words of a query, without French elisions: "l'école" searches for "école", not for words that begin with "l".
create function words_asked(text) returns text language sql immutable strict parallel safe as $$
  select public.words_key(regexp_replace(public.plain_text($1), '\m(?:[cdjlmnst]|qu)''', ' ', 'g'))
$$;

-- Adds the other spelling of saints ("st", "saint") to a result of `words_key`. PL/pgSQL: an SQL function that cannot be
-- inlined is prepared again at each call, which takes longer than this.
create function with_saints(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return $1 || case when $1 like '% saint %' then 'st ' else '' end || case when $1 like '% sainte %' then 'ste ' else '' end
            || case when $1 like '% st %' then 'saint ' else '' end || case when $1 like '% ste %' then 'sainte ' else '' end;
end $$;

---------------------------------------------------------------- limits and repeated requests

-- Unlogged: after a crash, every caller starts with a full allowance.
create unlogged table rate_limits (
  key text primary key,
  free_at timestamptz not null
);

create table idempotency_keys (
  caller text not null,
  key text not null check (length(key) <= 255),
  request_hash bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

---------------------------------------------------------------- nodes, clock and backups

-- Each process updates its row every few seconds; a row that is not updated any more belongs to a dead process.
-- Unlogged: worthless after a crash, after a restore, and on a replica.
create unlogged table nodes (
  -- Host and process id.
  node text primary key check (length(node) <= 300),
  process text not null check (process in ('all', 'web', 'worker')),
  -- The public address, which is also the issuer of its tokens; null for a worker, and after the node stopped.
  address text check (length(address) <= 2000),
  version text not null check (length(version) <= 100),
  seen_at timestamptz not null default now(),
  -- When it last polled for jobs; null for a process that does no jobs.
  worked_at timestamptz,
  -- Where it stores pictures and documents: doctor finds nodes that do not share their store.
  media text check (length(media) <= 100)
);

-- The last time that was trusted. While the system clock is far ahead of it, nothing is deleted by age.
create table clock (
  one boolean primary key default true check (one),
  trusted_at timestamptz not null,
  hours_in_doubt int not null default 0 check (hours_in_doubt >= 0)
);
insert into clock (trusted_at) values (now());

-- Backups. A run without an end was killed.
create table backup_runs (
  id uuid primary key default new_id(),
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('made', 'failed')),
  file text check (length(file) <= 200),
  bytes bigint,
  -- Restored into a database of its own and compared, or only read to its end.
  verified text check (verified in ('restored', 'read')),
  -- Why it failed, or why it was only read.
  reason text check (length(reason) <= 2000),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  check ((outcome is null) = (ended_at is null)),
  check (outcome is distinct from 'made' or (file is not null and bytes is not null and verified is not null))
);
create index backup_runs_begun on backup_runs (begun_at desc);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant usage on schema public to parvis_app;
    -- `count_rows` writes the counters, as their owner.
    grant select on schema_migrations, counters to parvis_app;
    grant select, update on clock to parvis_app;
    grant select, insert, update, delete on rate_limits, idempotency_keys, nodes, backup_runs to parvis_app;
  end if;
end $$;
