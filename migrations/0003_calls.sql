-- Schedules hold wall-clock rules; calls are their occurrences, one row per ring that is owed.
create table call_schedules (
  id                 bigint generated always as identity primary key,
  account_id         bigint not null references accounts on delete cascade,
  loved_one_id       bigint not null references loved_ones on delete cascade,
  call_type          text not null check (call_type in ('daily_check_in', 'medication_reminder', 'wellness_check', 'wake_up_call')),
  recurrence_pattern text not null check (recurrence_pattern in ('daily', 'weekdays', 'weekends', 'weekly', 'monthly', 'custom')),
  time_of_day        text check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  week_day           text check (week_day in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  day_of_month       integer check (day_of_month between 1 and 31),
  ended_at           timestamptz, -- set when the account holder cancels it
  created_at         timestamptz not null default now(),
  check (recurrence_pattern = 'custom' or time_of_day is not null),
  check (recurrence_pattern <> 'weekly' or week_day is not null),
  check (recurrence_pattern <> 'monthly' or day_of_month is not null)
);
create index call_schedules_loved_one on call_schedules (loved_one_id) where ended_at is null;

create table schedule_patterns (
  schedule_id bigint not null references call_schedules on delete cascade,
  week_day    text not null check (week_day in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  time_of_day text not null check (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (schedule_id, week_day, time_of_day)
);

create table calls (
  id                   bigint generated always as identity primary key,
  account_id           bigint not null references accounts on delete cascade,
  loved_one_id         bigint not null references loved_ones on delete cascade,
  schedule_id          bigint references call_schedules on delete set null,
  extra_of_schedule_id bigint references call_schedules on delete set null, -- a call-now beside a recurring schedule
  call_type            text not null check (call_type in ('daily_check_in', 'medication_reminder', 'wellness_check', 'wake_up_call')),
  scheduled_for        timestamptz not null, -- the promise
  status               text not null default 'scheduled'
                       check (status in ('scheduled', 'in_progress', 'completed', 'failed', 'missed', 'voicemail')),
  reason               text, -- a sentence: why it was missed or failed
  dial_at              timestamptz, -- when the next dial is due; null when none is owed
  dial_by              timestamptz, -- until when that dial may still be made; later it would only confuse
  attempts_made        integer not null default 0,
  not_yet_count        integer not null default 0, -- how often a medication reminder was answered with "not yet"
  called_now_at        timestamptz, -- when the account holder asked for it at once
  started_at           timestamptz, -- first dial
  ended_at             timestamptz,
  duration_seconds     integer check (duration_seconds >= 0),
  created_at           timestamptz not null default now(),
  unique (schedule_id, scheduled_for), -- an occurrence cannot be booked twice, whoever tries
  check ((dial_at is null) = (dial_by is null)),
  check (status <> 'scheduled' or dial_at is not null), -- a scheduled call is always on its way to being dialled
  check (status in ('scheduled', 'in_progress') or (dial_at is null and ended_at is not null))
);
create index calls_to_dial on calls (dial_at) where dial_at is not null;
create index calls_open on calls (account_id, scheduled_for, id) where status in ('scheduled', 'in_progress');
create index calls_history on calls (account_id, scheduled_for desc, id desc) where status not in ('scheduled', 'in_progress');
create index calls_loved_one on calls (loved_one_id, scheduled_for);
-- A schedule has one next call, and one extra call at a time.
create unique index calls_next_of_schedule on calls (schedule_id) where status = 'scheduled';
create unique index calls_extra_of_schedule on calls (extra_of_schedule_id) where status in ('scheduled', 'in_progress');

-- One dial of one call. A row exists before the provider is asked, so that a crash leaves a trace to settle.
create table attempts (
  id               bigint generated always as identity primary key,
  call_id          bigint not null references calls on delete cascade,
  attempt_number   integer not null check (attempt_number >= 1),
  phone_number     text not null,
  state            text not null default 'dialling'
                   check (state in ('dialling', 'unknown', 'placed', 'ended', 'not_placed')),
  provider_call_id text unique,
  started_at       timestamptz not null,
  dial_by          timestamptz not null, -- if the provider did not place it: until when it may be dialled again
  answered_at      timestamptz,
  ended_at         timestamptz,
  answered_by      text check (answered_by in ('human', 'machine', 'fax', 'unknown')),
  provider_status  text,
  duration_seconds integer check (duration_seconds >= 0),
  response         text check (response in ('acknowledged', 'help', 'not_yet')),
  keys             text not null default '',
  outcome          text check (outcome in ('acknowledged', 'help', 'not_yet', 'no_answer', 'busy', 'no_response', 'machine', 'refused', 'failed')),
  settle_at        timestamptz, -- when the reconciler looks at it next; null when there is nothing left to settle
  settle_tries     integer not null default 0,
  check (state <> 'ended' or (outcome is not null and settle_at is null))
);
-- Dials that the provider certainly did not place are not attempts, and may share a number with the next dial.
create unique index attempts_number on attempts (call_id, attempt_number) where state <> 'not_placed';
create index attempts_to_settle on attempts (settle_at) where settle_at is not null;
create index attempts_phone_open on attempts (phone_number) where state in ('dialling', 'unknown');
create index attempts_call on attempts (call_id, id);

-- What was said, heard and pressed. A step happens once, however often its callback arrives.
create table turns (
  id         bigint generated always as identity primary key,
  attempt_id bigint not null references attempts on delete cascade,
  step       text not null,
  speaker    text not null check (speaker in ('cooee', 'person')),
  text       text not null,
  at         timestamptz not null,
  unique (attempt_id, step)
);

-- When a call of an account last left: among calls due together, whoever has waited longest is next.
create table departures (
  account_id   bigint primary key references accounts on delete cascade,
  last_left_at timestamptz not null
);

-- The provider's calls-per-second limit, shared by all workers: when the next place to dial opens, in milliseconds
-- since 1970 with their fraction (a rate of 300 a second does not fit whole milliseconds).
create table dial_pace (
  only_row   boolean primary key default true check (only_row),
  next_at_ms double precision not null default 0
);
insert into dial_pace default values;
