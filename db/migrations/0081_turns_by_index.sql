-- expand, concurrently: messages by push service, and subscriptions of a commune in the order in which their messages are
-- queued. Each statement may be repeated.

create index concurrently if not exists push_messages_of_service on push_messages (service, (attempts > 0), next_try_at);
create index concurrently if not exists push_subscriptions_of_commune on push_subscriptions (commune_id, id);
drop index concurrently if exists push_subscriptions_by_commune;
