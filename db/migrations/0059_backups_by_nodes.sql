-- expand: the account of a node (MIGRATE=apart) makes the nightly backup: it reads the sequences, and records how each try went.
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on backup_runs to parvis_app;
    grant select on all sequences in schema public to parvis_app;
  end if;
end $$;
