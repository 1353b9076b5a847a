-- A call is held to its end in the language in which it was dialled, even if the family changes it while somebody is on the phone.
-- Null for dials to members and admins, and for those of releases before. Not valid: the rows that are there all hold null, and
-- nobody waits while they are read.
alter table dials add column language text;
alter table dials add constraint dials_language_check
  check (language in ('en-AU', 'it', 'el', 'cmn', 'yue', 'vi', 'ar')) not valid;

create function set_language_of_dial() returns trigger language plpgsql as $$
begin
  select loved_ones.language into new.language
    from calls join loved_ones on loved_ones.id = calls.loved_one_id where calls.id = new.call_id;
  return new;
end $$;
create trigger set_language_of_dial before insert on dials
  for each row when (new.purpose = 'care' and new.language is null) execute function set_language_of_dial();

create function keep_language_of_dial() returns trigger language plpgsql as $$
begin
  raise exception 'the language of dial % cannot change', old.id;
end $$;
create trigger keep_language_of_dial before update of language on dials
  for each row when (new.language is distinct from old.language) execute function keep_language_of_dial();

create or replace view attempts as
  select id, call_id, attempt_number, phone_number, state, provider_call_id, started_at, dial_by, requested_at, answered_at, ended_at,
    answered_by, provider_status, duration_seconds, response, keys, outcome, conversation, next_at, claimed_until, reconcile_count, failures,
    is_recorded, recording_poll_at, recording_polls, message_id, outcome_unknown_since, language
  from dials where purpose = 'care';
