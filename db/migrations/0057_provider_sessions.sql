-- expand: sessions know the provider's session that they began with, so that both end together.

create table auth_provider_sessions (
  session_id uuid primary key references auth_sessions on delete cascade,
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) <= 255),
  -- The session at the provider, where it names one.
  sid text check (length(sid) <= 255),
  -- Where the browser is sent at a sign-out, and what the provider wants to see then; sealed.
  end_session_url text,
  id_token_sealed text
);
create index auth_provider_sessions_sid on auth_provider_sessions (issuer, sid) where sid is not null;
create index auth_provider_sessions_subject on auth_provider_sessions (issuer, subject);
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on auth_provider_sessions to parvis_app;
  end if;
end $$;
