-- A mail may come back after it was sent: it has failed then, and that it was sent, and when, stays.

alter table mails
  add column bounced_at timestamptz,
  drop constraint mails_sent_once,
  add constraint mails_sent_once check (case status
    when 'sent' then sent_at is not null and bounced_at is null
    when 'queued' then sent_at is null and bounced_at is null
    else sent_at is null or bounced_at is not null end);

-- Lists of the back-office in large. What is searched is kept as it is searched: folding the words of half a million
-- messages anew takes longer than a request may.

alter table support_messages add column recherche text not null generated always as (fold(body)) stored;
drop index support_messages_by_search;
create index support_messages_by_search on support_messages using gin (recherche gin_trgm_ops);

drop trigger support_threads_version on support_threads;
alter table support_threads add column recherche text not null generated always as
  (fold(subject || ' ' || coalesce(requester_nom, '') || ' ' || requester_email)) stored;
drop index support_threads_by_search;
create index support_threads_by_search on support_threads using gin (recherche gin_trgm_ops);
-- A column that is generated is not there yet when the trigger looks: the others are named.
create trigger support_threads_version before update on support_threads for each row
  when ((old.subject, old.status, old.unread, old.flag, old.requester_nom, old.requester_email, old.requester_user_id,
         old.language, old.reply_token, old.messages_count, old.last_message_at)
    is distinct from
        (new.subject, new.status, new.unread, new.flag, new.requester_nom, new.requester_email, new.requester_user_id,
         new.language, new.reply_token, new.messages_count, new.last_message_at))
  execute function bump_version();
create index support_threads_by_flag on support_threads (flag, last_message_at desc, id desc) where flag is not null;

alter table subscriptions add column recherche text not null generated always as
  (lower(provider_subscription_id || ' ' || coalesce(provider_customer_id, '') || ' ' || coalesce(plan, ''))) stored;
create index subscriptions_by_search on subscriptions using gin (recherche gin_trgm_ops);
