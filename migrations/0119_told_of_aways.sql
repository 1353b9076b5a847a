-- A time away is reported to other systems as it begins, and to the members in the morning: two facts, each once.
alter table aways add column begin_told_at timestamptz;
update aways set begin_told_at = begun_at where begun_at is not null;
create index aways_to_tell on aways (starts_at) where begin_told_at is null and ended_at is null;
