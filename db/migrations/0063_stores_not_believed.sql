-- expand: what a backup held when it was written, and names in the store of pictures that are none of ours.
alter table backup_runs add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
alter table media_sweeps add column strange bigint not null default 0;
