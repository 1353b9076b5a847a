-- Columns and tables named in the words of docs/glossary.md. Nothing but names changes; like 0098 and 0100 this needs every process of
-- the release before to be stopped.
alter table dispatcher_looks rename to dispatcher_heartbeats;
alter table dispatcher_heartbeats rename column last_look_at to last_heartbeat_at;

alter table inbound_text_looks rename to inbound_text_polls;
alter table inbound_text_polls rename column looked_until to polled_until;

alter table calls rename column late_told_at to late_notified_at;
alter table accounts rename column lapse_told_at to lapse_notified_at;
alter index accounts_lapse_told rename to accounts_lapse_notified;
alter table notification_settings rename column summary_told_on to summary_notified_on;

alter table events rename column spread_at to fanned_out_at;
alter index events_to_spread rename to events_to_fan_out;
alter index events_spread rename to events_fanned_out;

alter table dials rename column hushed_at to ring_cancelled_at;
alter view alert_calls rename column hushed_at to ring_cancelled_at;
alter table dials rename column recording_look_at to recording_poll_at;
alter view attempts rename column recording_look_at to recording_poll_at;
alter table dials rename column recording_looks to recording_polls;
alter view attempts rename column recording_looks to recording_polls;
alter index dials_recording_look rename to dials_recording_poll;
create or replace function delete_recordings_of_call_at_provider() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (provider_call_id, delete_at)
  values (old.provider_call_id, old.recording_poll_at)
  on conflict do nothing;
  return null;
end $$;
