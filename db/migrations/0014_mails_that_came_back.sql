-- A mail may come back after it was sent: it has failed then, and that it was sent, and when, stays.

alter table mails
  add column bounced_at timestamptz,
  drop constraint mails_sent_once,
  add constraint mails_sent_once check (case status
    when 'sent' then sent_at is not null and bounced_at is null
    when 'queued' then sent_at is null and bounced_at is null
    else sent_at is null or bounced_at is not null end);
