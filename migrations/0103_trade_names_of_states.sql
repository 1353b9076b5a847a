-- The last columns, tables and states in the words of docs/glossary.md. Nothing but names changes; like 0102 this needs every process
-- of the release before to be stopped.
alter table plan_notices rename column told_at to notified_at;
alter table recordings rename column told_at to reported_at;
create or replace function delete_recording_at_provider() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (provider_recording_id, delete_at)
  values (old.provider_recording_id, old.reported_at)
  on conflict do nothing;
  return null;
end $$;

alter table notification_settings rename column tell_at_first_try to notify_at_first_try;

alter table subscriptions rename column looks to sync_number;
alter table subscriptions rename column written_look to written_sync_number;
alter table subscriptions rename column looked_at to polled_at;
alter index subscriptions_looked_at rename to subscriptions_polled_at;

alter table departures rename to account_dispatches;
alter table account_dispatches rename column last_left_at to last_dispatched_at;
alter table account_dispatches rename column alert_left_at to alert_dispatched_at;
alter index departures_pkey rename to account_dispatches_pkey;
alter index departures_turns rename to account_dispatches_turns;

-- A dial and a webhook delivery that are written down and not yet sent are queued.
drop trigger dials_counted_again on dials;
drop trigger dials_not_counted on dials;
drop index dials_owed;
alter table dials
  drop constraint dials_state_check,
  drop constraint dials_care_check,
  drop constraint dials_test_check;
update dials set state = 'queued' where state = 'owed';
alter table dials
  add constraint dials_state_check check (state in ('queued', 'dialling', 'unknown', 'placed', 'ended', 'not_placed')),
  add constraint dials_care_check check (purpose <> 'care' or (call_id is not null and attempt_number is not null and dial_by is not null
    and state <> 'queued' and (state <> 'ended' or outcome is not null)
    and coalesce(outcome, 'failed') in ('acknowledged', 'help', 'not_yet', 'no_answer', 'busy', 'no_response', 'not_understood',
      'machine', 'refused', 'failed'))),
  add constraint dials_test_check check (purpose <> 'test' or (call_type is not null and state <> 'queued' and outcome is null
    and (ended_at is null) = (state not in ('ended', 'not_placed'))));
create trigger dials_counted_again after update of state on dials
  for each row when (new.state = 'dialling' and old.state = 'queued') execute function count_dial();
create trigger dials_not_counted after update of state on dials
  for each row when (old.state <> new.state and old.state <> 'queued' and (new.state in ('not_placed', 'queued')
    or new.state = 'ended' and new.provider_call_id is null and new.outcome = 'not_needed'))
  execute function count_dial();
create index dials_queued on dials (next_at) where state = 'queued';
alter view alert_calls alter column state set default 'queued';

alter table webhook_deliveries
  drop constraint webhook_deliveries_state_check,
  drop constraint webhook_deliveries_check,
  drop constraint webhook_deliveries_check1,
  alter column state set default 'queued';
update webhook_deliveries set state = 'queued' where state = 'owed';
alter table webhook_deliveries
  add constraint webhook_deliveries_state_check check (state in ('queued', 'delivered', 'given_up')),
  add constraint webhook_deliveries_check check ((state = 'queued') = (next_at is not null)),
  add constraint webhook_deliveries_check1 check ((state = 'queued') = (ended_at is null));

-- Where the key is null it is left: nobody reads it.
update dials set conversation = (conversation - 'helpDoubt') || jsonb_build_object('uncertainHelp', conversation -> 'helpDoubt')
where conversation ->> 'helpDoubt' is not null;
