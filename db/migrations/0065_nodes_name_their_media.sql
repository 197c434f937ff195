-- expand: each node says where it keeps pictures and documents, so that nodes that keep them apart are found.
alter table nodes add column media text check (length(media) <= 100);
