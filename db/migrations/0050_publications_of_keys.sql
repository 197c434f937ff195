-- expand: a publication knows the API key that created it, also after other callers edited it.
alter table publications add column created_by_key uuid;
