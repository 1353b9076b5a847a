-- The summary of a talk could not be written: its model failed, or its job ran out of tries. The page of the call says so.
alter table talks
  add column summary_failed_at timestamptz,
  add check (summary_failed_at is null or ended_at is not null);
update talks set summary_failed_at = now() where summarised_at is null and ended_at < now() - interval '1 day';
