-- When the account holder said that they had reached the person, and which occurrences were skipped, the last one last.
alter table calls
  add column resolved_at timestamptz,
  add column skipped_times timestamptz[] not null default '{}';
