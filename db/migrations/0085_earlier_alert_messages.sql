-- expand: each version of an alert that was visible is kept with its time, for the references of its next CAP messages.

create table alert_messages (
  publication_id uuid not null references publications on delete cascade,
  version int not null,
  sent_at timestamptz not null,
  primary key (publication_id, version)
);

-- The version that is replaced. Nobody has seen one that its own transaction replaces, nor one that was still to come.
create function keep_alert_message() returns trigger language plpgsql as $$ begin
  if old.visible_le <= clock_timestamp() and old.type_id = (select id from publication_types where slug = 'alerte') then
    insert into alert_messages (publication_id, version, sent_at)
      values (old.id, old.version, case when old.version = 1 then old.visible_le else greatest(old.updated_at, old.visible_le) end)
      on conflict do nothing;
  end if;
  return null; end $$;
create trigger publications_alert_message after update on publications for each row
  when (old.visible_le is not null and old.version <> new.version and old.updated_at <> new.updated_at)
  execute function keep_alert_message();

-- Until now the first message was always `.1`, and the only earlier one that is known.
insert into alert_messages (publication_id, version, sent_at)
  select id, 1, visible_le from publications
  where version > 1 and visible_le <= now() and type_id = (select id from publication_types where slug = 'alerte')
  on conflict do nothing;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert on alert_messages to parvis_app;
  end if;
end $$;
