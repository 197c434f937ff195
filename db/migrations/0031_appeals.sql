-- expand: authors, reporters and claimants contest a decision once; someone else decides again.

create table appeals (
  id uuid primary key default new_id(),
  kind text not null constraint appeals_kind_check check (kind in ('publication', 'report', 'claim')),
  -- Of the publication itself, or of the reported one.
  publication_id uuid references publications on delete cascade,
  report_id uuid references publication_reports on delete cascade,
  claim_id uuid references claims on delete cascade,
  -- The contested decision as it was, since its record may change.
  decision text not null constraint appeals_decision_check check (decision in ('rejected', 'hidden', 'kept', 'removed')),
  reason_code text,
  reason text,
  decided_by uuid references users,
  decided_at timestamptz not null,
  -- Who contests it; the address of those without an account.
  user_id uuid references users,
  email text constraint appeals_email_check check (length(email) <= 254),
  language text not null constraint appeals_language_check check (language in ('fr', 'en')),
  message text constraint appeals_message_check check (length(message) between 1 and 2000),
  status text not null default 'pending' constraint appeals_status_check check (
    status in ('pending', 'upheld', 'overturned', 'closed')),
  answer text constraint appeals_answer_check check (length(answer) between 1 and 2000),
  answered_by uuid references users,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint appeals_of_one check (case kind
    when 'publication' then publication_id is not null and num_nonnulls(report_id, claim_id) = 0
    when 'report' then publication_id is not null and report_id is not null and claim_id is null
    else claim_id is not null and num_nonnulls(publication_id, report_id) = 0 end),
  constraint appeals_answered check ((status = 'pending') = (answered_at is null))
);
comment on table appeals is 'Contested decisions and what became of them; src/appeals/';
-- Once a decision: the record and the time of its decision.
create unique index appeals_once on appeals (coalesce(claim_id, report_id, publication_id), decided_at);
create index appeals_by_status on appeals (status, created_at, id);
create index appeals_of_publication on appeals (publication_id) where publication_id is not null;
create index appeals_of_user on appeals (user_id) where user_id is not null;
create trigger appeals_version before update on appeals for each row
  when (old.* is distinct from new.*) execute function bump_version();

-- The link of a mail about a decision, by which it is contested without signing in. The token itself is in the mail alone.
create table appeal_links (
  token_hash text primary key,
  kind text not null constraint appeal_links_kind_check check (kind in ('publication', 'report', 'claim')),
  -- Publications, reports or one claim, as the mail names them.
  ids uuid[] not null,
  -- The author; reporters and claimants stand in their records.
  user_id uuid references users on delete cascade,
  created_at timestamptz not null default now()
);
comment on table appeal_links is 'Links of mails by which a decision is contested; src/appeal-links/';
create index appeal_links_by_age on appeal_links (created_at);

-- A decision that is undone or replaced closes the appeal against it.
create function close_appeals() returns trigger language plpgsql as $$ begin
  update appeals set status = 'closed', answered_at = now()
  where coalesce(claim_id, report_id, publication_id) = old.id and status = 'pending';
  return null; end $$;
create trigger publications_appeals after update on publications for each row
  when (old.moderation_status in ('rejected', 'approved', 'published')
    and (old.moderation_status <> new.moderation_status or new.valide and not old.valide))
  execute function close_appeals();
create trigger publication_reports_appeals after update on publication_reports for each row
  when (old.closed_at is not null and new.closed_at is null) execute function close_appeals();
create trigger claims_appeals after update on claims for each row
  when (old.status = 'rejected' and new.status <> 'rejected') execute function close_appeals();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on appeals, appeal_links to parvis_app;
  end if;
end $$;
