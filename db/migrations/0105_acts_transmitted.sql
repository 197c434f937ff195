-- expand: the day on which an act was sent to the State may be told later, once.
create or replace function acte_is_final() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'commune_id' - 'transmis_le' is distinct from to_jsonb(old) - 'commune_id' - 'transmis_le'
    or (old.transmis_le is not null and new.transmis_le is distinct from old.transmis_le) then
    raise exception 'an act is final' using errcode = 'check_violation', constraint = 'acte_is_final';
  end if;
  return new;
end $$;

-- The row of the trail repeats whether residents can read the act, as the row before it says. Its record and pages change.
create function acte_transmitted() returns trigger language plpgsql as $$
begin
  insert into audit_log (action, entity, entity_id, after)
  select 'acte.transmitted', 'acte', new.publication_id, jsonb_build_object('transmis_le', new.transmis_le,
    'visible_le', was.after -> 'visible_le', 'lisible', was.after -> 'lisible')
  from audit_log was where was.entity = 'acte' and was.entity_id = new.publication_id::text
  order by was.id desc limit 1;
  update publications set version = version + 1, updated_at = now() where id = new.publication_id;
  return null;
end $$;
create trigger actes_transmitted after update of transmis_le on actes
  for each row when (new.transmis_le is distinct from old.transmis_le) execute function acte_transmitted();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant update (transmis_le) on actes to parvis_app;
  end if;
end $$;
