-- expand: of which day the register of councillors is, which the pages for residents name as their source.

create table elus_registers (
  register text primary key check (register in ('maires', 'municipaux', 'arrondissement')),
  du date not null
);
comment on table elus_registers is 'The day of the file of each register that was loaded last; src/communes/registers/';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on elus_registers to parvis_app;
  end if;
end $$;
