-- expand: communes that merged into another one have the day since which they did.

-- Null: unknown. The national list names successors without dates.
alter table communes add column merged_le date;
