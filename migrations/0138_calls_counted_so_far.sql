-- The calls that had ended before their ends were noted (0137), and the completed ones that are not kept any more. One
-- statement, so that it sees one moment: what was noted until then is among the calls, what is noted later stays noted.
-- No call is locked meanwhile.
with noted as (
  delete from call_count_changes
), ended (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls) as (
  select date_bin('15 minutes', scheduled_for, '2000-01-01 00:00Z'), status, attempts_made > 0, cancelled_at is not null,
    resolved_at is not null, refused_at is not null, count(*)
  from calls where status not in ('scheduled', 'in_progress')
  group by 1, 2, 3, 4, 5, 6
  union all
  select '-infinity', 'completed', true, false, false, false, completed from removed_call_counts
)
insert into call_counts (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
select case when starts_at < now() - interval '35 days' then '-infinity' else starts_at end, status, was_dialled,
  was_cancelled, was_resolved, is_refused, sum(calls)
from ended group by 1, 2, 3, 4, 5, 6;
