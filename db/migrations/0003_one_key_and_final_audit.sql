-- One key signs: of two nodes that start on an empty database, the second takes the first one's.
update signing_keys set retired_at = now() where retired_at is null
  and kid <> (select kid from signing_keys where retired_at is null order by created_at desc, kid limit 1);
create unique index signing_keys_current on signing_keys ((true)) where retired_at is null;

-- Where grants cannot keep them out: no chosen id, no chosen date, no seal but by seal_audit().
create function stamp_audit_row() returns trigger language plpgsql as $$
begin
  new.id := nextval(pg_get_serial_sequence('audit_log', 'id'));
  new.at := clock_timestamp();
  return new;
end $$;

create function refuse_own_seal() returns trigger language plpgsql as $$
declare previous audit_seals; again record;
begin
  select * into previous from audit_seals order by number desc limit 1;
  select * into again from audit_hash(coalesce(previous.hash, ''::bytea), previous.last_id, new.last_id);
  if new.number is distinct from coalesce(previous.number, 0) + 1 or new.hash is distinct from again.hash
    or new.rows is distinct from again.rows then
    raise exception 'seals are made by seal_audit() alone' using errcode = 'insufficient_privilege';
  end if;
  new.sealed_at := clock_timestamp();
  return new;
end $$;

do $$ begin
  if exists (select from pg_trigger where tgname = 'audit_log_is_final') then
    create trigger audit_log_is_of_now before insert on audit_log for each row execute function stamp_audit_row();
    create trigger audit_seals_are_made before insert on audit_seals for each row execute function refuse_own_seal();
  end if;
end $$;
