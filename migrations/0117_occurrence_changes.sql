-- Single occurrences of a schedule that do not ring at their regular time: left out, or rung by a call of their own. By the wall clock of the loved one, so that a move to another zone changes nothing.
create table occurrence_changes (
  id          bigint generated always as identity primary key,
  account_id  bigint not null references accounts (id) on delete cascade,
  schedule_id bigint not null references call_schedules (id) on delete cascade,
  occurs_on   date not null,
  time_of_day text not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  call_id     bigint unique references calls (id) on delete set null, -- rings instead; null: left out
  created_at  timestamptz not null default now(),
  unique (schedule_id, occurs_on, time_of_day)
);
create index occurrence_changes_account on occurrence_changes (account_id);
