-- expand, concurrently: first attempts of push messages are taken before retries. Each statement may be repeated.

create index concurrently if not exists push_messages_by_turn on push_messages ((attempts > 0), next_try_at);
drop index concurrently if exists push_messages_due;
