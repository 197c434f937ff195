-- expand: a session that began at a provider keeps whether two factors were proven there.
alter table auth_provider_sessions add column second_factor boolean not null default false;
