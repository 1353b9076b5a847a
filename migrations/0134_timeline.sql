-- A fail-over to a standby that lagged loses what was written last. Its timeline shows it: PostgreSQL counts it up with each promotion.

-- The timeline of this database, eight hex digits. Null on a standby, and where the functions for it are not offered.
create function database_timeline() returns text language plpgsql stable as $$
begin
  return substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8);
exception when others then
  return null;
end $$;

alter table dial_pace
  add column timeline text, -- on which the workers dial; on another one the provider is asked first
  add column moved_at timestamptz, -- when another one was found
  add column kept_until timestamptz; -- what was written after it may have been lost then
update dial_pace set timeline = database_timeline();

-- It was under way or due at a fail-over: what became of it may have been lost.
alter table dials add column outcome_unknown_since timestamptz;
create or replace view attempts as
  select id, call_id, attempt_number, phone_number, state, provider_call_id, started_at, dial_by, requested_at, answered_at, ended_at,
    answered_by, provider_status, duration_seconds, response, keys, outcome, conversation, next_at, claimed_until, reconcile_count, failures,
    is_recorded, recording_poll_at, recording_polls, message_id, outcome_unknown_since
  from dials where purpose = 'care';
