-- Each night is asked of every picture whether a publication that is not deleted names it: without it, a million were read for that.
drop index publications_by_picture;
create index publications_by_picture on publications (picture_id) include (deleted_at) where picture_id is not null;
