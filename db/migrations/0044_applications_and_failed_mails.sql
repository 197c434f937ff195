-- Applications are looked after in the back-office: named, limited, switched off and on again.
alter table app_sources
  add column nom text check (length(nom) between 1 and 100),
  add column active boolean not null default true,
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
update app_sources set nom = case slug when 'public' then 'Site public' when 'backoffice' then 'Back-office'
  when 'mairie' then 'Espace mairie' end where slug in ('public', 'backoffice', 'mairie');
create trigger app_sources_version before update on app_sources
  for each row when (old.* is distinct from new.*) execute function bump_version();

-- Mails that failed: sent again, or left at that. What is left at that, forgotten or erased waits for nobody.
alter table mails
  add column given_up_at timestamptz,
  add constraint mails_given_up check (given_up_at is null or status = 'failed');
drop index mails_failed;
create index mails_failed on mails (id) where status = 'failed' and given_up_at is null and recipient_email is not null;
