-- The watchman: a call whose first dial the provider has not taken five minutes after its time is told of.
alter table calls
  add column late_told_at timestamptz, -- when the account holder was told that the call was not placed at its time; once
  add column cancelled_at timestamptz; -- the schedule was cancelled while the call was under way: it is not dialled again
-- What was late before there was a watchman is not told of now.
update calls set late_told_at = now() where started_at - scheduled_for > interval '5 minutes';

-- Whose first dial is not certain. In ordinary running those are the calls to come, and for a moment those that leave.
create index calls_not_started on calls (scheduled_for, id)
  where status in ('scheduled', 'in_progress') and (attempts_made = 0 or (attempts_made = 1 and dial_at is null));
create index calls_started_late on calls (scheduled_for, id)
  where late_told_at is null and started_at - scheduled_for > interval '5 minutes';
-- For the numbers of an outside monitor.
create index calls_not_completed on calls (ended_at) where status in ('missed', 'failed', 'voicemail');

-- From here on nobody can stop the dial any more: the provider is being asked.
alter table attempts add column asked_at timestamptz;

-- The heartbeat of all workers together: when due calls were last looked for, and since when without a pause.
create table dispatcher_looks (
  only_row      boolean primary key default true check (only_row),
  last_look_at  timestamptz,
  running_since timestamptz,
  check ((last_look_at is null) = (running_since is null))
);
insert into dispatcher_looks default values;
