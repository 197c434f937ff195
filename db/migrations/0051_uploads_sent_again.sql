-- What is sent again is wanted again: the day after which it is collected begins anew.
alter table uploads add column sent_at timestamptz not null default now();
update uploads set sent_at = created_at;
create index uploads_by_age on uploads (sent_at);
