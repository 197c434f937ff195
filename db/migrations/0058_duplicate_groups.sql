-- expand: publications that share their duplicate key are kept beside the others, in groups.

-- Each undeleted publication whose key another one has, with the columns that most filters of its list ask for.
create table duplicate_publications (
  publication_id uuid primary key references publications on delete cascade,
  duplicate_key uuid not null,
  created_at timestamptz not null,
  moderation_status text not null,
  valide boolean not null,
  type_id uuid not null,
  commune_ids uuid[] not null
);
create index duplicate_publications_by_key on duplicate_publications (duplicate_key, created_at);
create index duplicate_publications_by_status
  on duplicate_publications (moderation_status, duplicate_key, created_at);
create index duplicate_publications_by_commune on duplicate_publications using gin (commune_ids);

-- Each key that two or more of them share.
create table duplicate_groups (
  duplicate_key uuid primary key,
  total int not null check (total > 1),
  newest timestamptz not null
);
create index duplicate_groups_by_age on duplicate_groups (newest desc, duplicate_key);

-- The keys that open transactions write: a row is deleted by the statement after the one that inserts it.
create table duplicate_key_locks (duplicate_key uuid primary key);

-- Brings the groups of these keys up to date; `ids`: the publications that changed. Without sequential scans: a plan that is
-- made while a table is empty is kept, and would read all its dead rows.
create function group_duplicates(keys uuid[], ids uuid[]) returns void language plpgsql set enable_seqscan = off as $$
declare
  formed uuid[];
  shared uuid[];
begin
  -- Two transactions that write the same key do not see each other's publication, so the second one waits here.
  -- The unique index refuses the key until the first one ends, although its row is deleted at once. Rows have no limit;
  -- advisory locks have.
  insert into duplicate_key_locks select distinct key from unnest(keys) as key order by key;
  delete from duplicate_key_locks where duplicate_key = any(keys);

  select array_agg(key), array_agg(key) filter (where not is_known) into shared, formed
    from (select key, exists (select from duplicate_groups where duplicate_key = key) as is_known
          from unnest(keys) as key) as each
    where is_known or 2 = (
      select count(*) from (
        select from publications where duplicate_key = key and deleted_at is null limit 2) as two);
  if shared is null then return; end if;

  delete from duplicate_publications d where publication_id = any(ids) and not exists (
    select from publications p
    where p.id = d.publication_id and p.duplicate_key = d.duplicate_key and p.deleted_at is null);
  if formed is not null then
    ids := ids || array(select id from publications where duplicate_key = any(formed) and deleted_at is null);
  end if;
  -- The first publication of a new group is locked: a decision about it waits, and then finds its row here. `<@` keeps the
  -- planner from reading all of a group by its key.
  insert into duplicate_publications
      (publication_id, duplicate_key, created_at, moderation_status, valide, type_id, commune_ids)
    select id, duplicate_key, created_at, moderation_status, valide, type_id, commune_ids from publications
    where id = any(ids) and array[duplicate_key] <@ shared and deleted_at is null order by id for share
    on conflict (publication_id) do nothing;
  insert into duplicate_groups as kept (duplicate_key, total, newest)
    select duplicate_key, count(*), max(created_at) from duplicate_publications
    where duplicate_key = any(shared) group by 1 having count(*) > 1
    on conflict (duplicate_key) do update set total = excluded.total, newest = excluded.newest
      where (kept.total, kept.newest) <> (excluded.total, excluded.newest);
  delete from duplicate_groups g where duplicate_key = any(shared) and not exists (
    select from duplicate_publications d where d.duplicate_key = g.duplicate_key offset 1);
  delete from duplicate_publications d where duplicate_key = any(shared)
    and not exists (select from duplicate_groups g where g.duplicate_key = d.duplicate_key);
end $$;

create function regroup_duplicates() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  ids uuid[];
  keys uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from duplicate_groups;
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(id), array_agg(distinct duplicate_key) into ids, keys from arrived where deleted_at is null;
  elsif tg_op = 'DELETE' then
    select array_agg(id), array_agg(distinct duplicate_key) into ids, keys from gone where deleted_at is null;
  else
    -- Grouped instead of joined: a plan is kept, and a plan for one row would compare each row with each.
    select array_agg(id), array_agg(distinct duplicate_key) filter (where kept and n <> 0) into ids, keys
      from (
        select id, duplicate_key, deleted_at is null as kept, created_at, sum(n) as n from (
          select *, 1 as n from arrived
          union all
          select *, -1 from gone) as each
        group by 1, 2, 3, 4
        having sum(n) <> 0 or count(distinct (moderation_status, valide, type_id, commune_ids)) > 1) as moved;
    update duplicate_publications d
      set created_at = p.created_at, moderation_status = p.moderation_status, valide = p.valide, type_id = p.type_id,
        commune_ids = p.commune_ids
      from publications p
      where d.publication_id = any(ids) and p.id = d.publication_id
        and (d.created_at, d.moderation_status, d.valide, d.type_id, d.commune_ids)
            <> (p.created_at, p.moderation_status, p.valide, p.type_id, p.commune_ids);
  end if;
  if keys is not null then
    perform group_duplicates(keys, ids);
  end if;
  return null;
end $$;
create trigger publications_grouped_in after insert on publications
  referencing new table as arrived for each statement execute function regroup_duplicates();
create trigger publications_grouped_out after delete on publications
  referencing old table as gone for each statement execute function regroup_duplicates();
create trigger publications_grouped_over after update on publications
  referencing old table as gone new table as arrived for each statement execute function regroup_duplicates();
create trigger publications_grouped_none after truncate on publications
  for each statement execute function regroup_duplicates();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on duplicate_publications, duplicate_groups to parvis_app;
    grant select, insert, delete on duplicate_key_locks to parvis_app;
  end if;
end $$;
