-- expand, concurrently: an erasure reads the reasons of moderators along an index.
create index concurrently if not exists publications_with_reason on publications (id) where moderation_reason is not null;
