-- expand: an erasure takes the contacts of a person out of letters of moderators that wait.
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant update on moderation_letters to parvis_app;
  end if;
end $$;
