-- How many calls have ended how, for the admin's figures: each end is noted in its own transaction by a row that nobody
-- else wants, and a worker folds the notes into counts of a quarter of an hour. '-infinity' holds all that is older than
-- the figures of single days. Deleting calls changes no count: they say what happened, not what is kept.
create table call_counts (
  starts_at timestamptz not null,
  status text not null,
  was_dialled boolean not null,
  was_cancelled boolean not null,
  was_resolved boolean not null,
  is_refused boolean not null,
  calls bigint not null,
  primary key (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused)
);
create table call_count_changes (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  status text not null,
  was_dialled boolean not null,
  was_cancelled boolean not null,
  was_resolved boolean not null,
  is_refused boolean not null,
  calls smallint not null check (calls in (-1, 1))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create function note_ended_call() returns trigger language plpgsql as $$
begin
  -- An end that is corrected is taken back first.
  if tg_op = 'UPDATE' and old.status not in ('scheduled', 'in_progress') then
    insert into call_count_changes (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
    values (date_bin('15 minutes', old.scheduled_for, '2000-01-01 00:00Z'), old.status, old.attempts_made > 0,
      old.cancelled_at is not null, old.resolved_at is not null, old.refused_at is not null, -1);
  end if;
  if new.status not in ('scheduled', 'in_progress') then
    insert into call_count_changes (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
    values (date_bin('15 minutes', new.scheduled_for, '2000-01-01 00:00Z'), new.status, new.attempts_made > 0,
      new.cancelled_at is not null, new.resolved_at is not null, new.refused_at is not null, 1);
  end if;
  return null;
end $$;
create trigger calls_counted after insert on calls for each row
  when (new.status not in ('scheduled', 'in_progress')) execute function note_ended_call();
create trigger calls_counted_again
  after update of status, scheduled_for, attempts_made, cancelled_at, resolved_at, refused_at on calls for each row
  when ((old.status not in ('scheduled', 'in_progress') or new.status not in ('scheduled', 'in_progress'))
    and (old.status, old.scheduled_for, old.attempts_made > 0, old.cancelled_at is null, old.resolved_at is null, old.refused_at is null)
      is distinct from (new.status, new.scheduled_for, new.attempts_made > 0, new.cancelled_at is null, new.resolved_at is null, new.refused_at is null))
  execute function note_ended_call();

-- Those that have not ended are counted as they stand.
create index calls_open_by_time on calls (scheduled_for, status) where status in ('scheduled', 'in_progress');
-- It counted calls by day; old calls are found by it.
alter index calls_per_day rename to calls_by_time;

-- A rehearsal counts in no plan, whether its call is kept or not.
drop trigger calls_removed on calls;
create trigger calls_removed after delete on calls for each row
  when (old.started_at is not null and old.catch_up_for is null and not old.is_rehearsal)
  execute function remember_removed_call();
