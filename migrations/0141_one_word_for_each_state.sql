-- Words that had two meanings, in the words of docs/glossary.md. Nothing but names changes; like 0103 this needs every process of the
-- release before to be stopped.

-- A call is not made; a dial is not placed.
alter table incidents
  drop constraint incidents_cause_check,
  drop constraint incidents_withdrawn_alarm;
alter table incident_causes drop constraint incident_causes_cause_check;
update incidents set cause = 'not_made' where cause = 'not_placed';
update incident_causes set cause = 'not_made' where cause = 'not_placed';
alter table incidents
  add constraint incidents_cause_check check (cause in ('not_made', 'not_reached', 'unclear', 'uncertain_help', 'help')),
  add constraint incidents_withdrawn_alarm check (withdrawn_at is null or cause not in ('not_made', 'not_reached'));
alter table incident_causes
  add constraint incident_causes_cause_check check (cause in ('not_made', 'not_reached', 'unclear', 'uncertain_help', 'help'));

-- Since when people are notified: opened, started over, or given back. When the present round starts; ahead of now in a pause.
alter table incidents rename column begun_at to escalation_started_at;
alter table incidents rename column round_at to round_starts_at;

-- An incident is owned.
alter table alerts drop constraint alerts_purpose_check;
update alerts set purpose = 'owned' where purpose = 'taken';
alter table alerts add constraint alerts_purpose_check check (purpose in ('alert', 'further', 'owned', 'given_back', 'nobody_reached',
  'unresolved', 'all_clear', 'withdrawn', 'rang'));

-- A try that does not count is no attempt.
alter table calls rename column attempts_made to tries_made;
create or replace function note_ended_call() returns trigger language plpgsql as $$
begin
  -- An end that is corrected is taken back first.
  if tg_op = 'UPDATE' and old.status not in ('scheduled', 'in_progress') then
    insert into call_count_changes (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
    values (date_bin('15 minutes', old.scheduled_for, '2000-01-01 00:00Z'), old.status, old.tries_made > 0,
      old.cancelled_at is not null, old.resolved_at is not null, old.refused_at is not null, -1);
  end if;
  if new.status not in ('scheduled', 'in_progress') then
    insert into call_count_changes (starts_at, status, was_dialled, was_cancelled, was_resolved, is_refused, calls)
    values (date_bin('15 minutes', new.scheduled_for, '2000-01-01 00:00Z'), new.status, new.tries_made > 0,
      new.cancelled_at is not null, new.resolved_at is not null, new.refused_at is not null, 1);
  end if;
  return null;
end $$;

-- The provider rejects a dial; a phone refuses calls.
drop index dials_in_trouble;
alter table dials
  drop constraint dials_care_check,
  drop constraint dials_alert_check;
update dials set outcome = 'rejected' where outcome = 'refused';
update dials set provider_status = 'rejected' where purpose = 'test' and provider_status = 'refused';
alter table dials
  add constraint dials_care_check check (purpose <> 'care' or (call_id is not null and attempt_number is not null and dial_by is not null
    and state <> 'queued' and (state <> 'ended' or outcome is not null)
    and coalesce(outcome, 'failed') in ('acknowledged', 'help', 'not_yet', 'no_answer', 'busy', 'no_response', 'not_understood',
      'machine', 'rejected', 'failed'))),
  add constraint dials_alert_check check (purpose <> 'alert' or (alert_id is not null and state <> 'not_placed'
    and (state <> 'ended' or outcome is not null)
    and coalesce(outcome, 'failed') in ('took', 'declined', 'ok', 'no_answer', 'busy', 'no_response', 'rejected', 'failed',
      'not_needed', 'limit')));
create index dials_in_trouble on dials (started_at)
  where state in ('not_placed', 'unknown') or outcome in ('rejected', 'failed')
    or purpose = 'test' and provider_status in ('rejected', 'failed', 'unknown');
alter index messages_refused rename to messages_rejected;
