-- expand: communes may have hosts of their own for their pages.

create table commune_hosts (
  -- As it stands in a Host header: lower case, punycode, without a port.
  host text constraint commune_hosts_taken primary key
    check (length(host) <= 253 and host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$'),
  commune_id uuid not null references communes,
  created_at timestamptz not null default now()
);
create index commune_hosts_of on commune_hosts (commune_id, created_at);
comment on table commune_hosts is 'The first host of a commune has its pages, the others lead there; src/communes/places/';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on commune_hosts to parvis_app;
  end if;
end $$;
