-- expand: a mail from a member to the address of an acteur becomes a draft.

create table acteur_mail_addresses (
  acteur_id uuid primary key references acteurs on delete cascade,
  token text not null constraint acteur_mail_addresses_token_taken unique
    constraint acteur_mail_addresses_token_check check (token ~ '^[a-z2-7]{24}$'),
  created_at timestamptz not null default now()
);
comment on column acteur_mail_addresses.token is 'In the local part of the address; a new one replaces it';

create table acteur_mails (
  key bytea primary key constraint acteur_mails_key_check check (length(key) = 32),
  acteur_id uuid references acteurs on delete cascade,
  outcome text not null constraint acteur_mails_outcome_check check (outcome in (
    'begun', 'draft', 'unknown_address', 'not_checked', 'not_proven', 'not_a_member', 'automatic',
    'unreadable', 'too_many', 'drafts_full')),
  received_at timestamptz not null default now()
);
comment on table acteur_mails is 'What became of each mail to an address of an acteur; no sender and no text';
comment on column acteur_mails.key is 'A hash of Message-ID and sender: the same mail twice is one draft';
create index acteur_mails_by_age on acteur_mails (received_at);
create index acteur_mails_of_acteur on acteur_mails (acteur_id, received_at) where acteur_id is not null;

alter table publication_drafts add column from_mail jsonb
  constraint publication_drafts_from_mail_check check (jsonb_typeof(from_mail) = 'object' and octet_length(from_mail::text) <= 20000);
comment on column publication_drafts.from_mail is 'Of a draft that was made of a mail: what a person has to look at';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on acteur_mail_addresses, acteur_mails to parvis_app;
  end if;
end $$;
