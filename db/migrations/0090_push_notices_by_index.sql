-- expand, concurrently: alerts are taken before notices; followers of a commune by rhythm. Each statement may be repeated.

create index concurrently if not exists push_messages_in_turn
  on push_messages (service, (notice_id is not null), (attempts > 0), next_try_at);
drop index concurrently if exists push_messages_of_service;
create index concurrently if not exists push_messages_of_notice on push_messages (notice_id) where notice_id is not null;
create index concurrently if not exists push_subscriptions_of_followers
  on push_subscriptions (commune_id, notices, id) where notices is not null;
create index concurrently if not exists push_subscriptions_by_acteur
  on push_subscriptions (acteur_id) where acteur_id is not null;
