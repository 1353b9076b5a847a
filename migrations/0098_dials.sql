-- One table for every call that we place: care calls, alerts by phone and test calls (docs/decisions/0076-one-table-of-dials.md). What was a
-- table for each is a view: the dials of one purpose, with its own columns.
alter table attempts rename to dials;
alter table dials rename column settle_at to next_at;
alter table dials rename column settle_tries to tries;
alter table dials
  add column purpose text not null default 'care' check (purpose in ('care', 'alert', 'test')),
  add column claimed_until timestamptz, -- while one worker reconciles it, no other does
  add column dial_count integer not null default 1 check (dial_count >= 0), -- how often the provider was asked to place it
  add column alert_id bigint unique references alerts on delete cascade,
  add column steps_heard text[] not null default '{}',
  add column hushed_at timestamptz,
  add column account_id bigint references accounts on delete cascade, -- of the admin who tests
  add column call_type text,
  add column prompt_text text,
  add column old_test_id bigint,
  alter column call_id drop not null,
  alter column attempt_number drop not null,
  alter column dial_by drop not null,
  drop constraint attempts_check,
  drop constraint attempts_state_check,
  drop constraint attempts_outcome_check;

drop trigger attempts_dialled on dials;
drop trigger attempts_not_placed on dials;
drop trigger attempts_talked on dials;
drop function count_dial_of_attempt, note_length_of_attempt;

insert into dials (purpose, alert_id, phone_number, state, provider_call_id, started_at, answered_at, ended_at, keys, outcome,
  dial_count, next_at, tries, failures, steps_heard, hushed_at)
select 'alert', alert_id, phone_number, state, provider_call_id, started_at, answered_at, ended_at, keys, outcome,
  dials, settle_at, settle_tries, failures, steps_heard, hushed_at
from alert_calls order by alert_id;

-- What the provider reports of a test that is under way names its number of before: no dial of a test has that of another.
select setval(pg_get_serial_sequence('dials', 'id'), greatest((select max(id) from dials), (select max(id) from test_calls)));
insert into dials (purpose, old_test_id, account_id, call_type, prompt_text, phone_number, state, provider_call_id, provider_status,
  started_at, ended_at, keys, next_at)
select 'test', id, account_id, call_type, prompt_text, phone_number,
  case when status = 'not placed' then 'not_placed' when ended_at is not null then 'ended' when provider_call_id is not null then 'placed'
    when status = 'unknown' then 'unknown' else 'dialling' end,
  provider_call_id, nullif(status, 'not placed'), created_at, ended_at, keys, case when ended_at is null then created_at + interval '20 seconds' end
from test_calls order by id;

update dials set next_at = null where state = 'not_placed';
alter table dials
  add constraint dials_state_check check (state in ('owed', 'dialling', 'unknown', 'placed', 'ended', 'not_placed')),
  add constraint dials_ended_check check (state not in ('ended', 'not_placed') or next_at is null),
  add constraint dials_care_check check (purpose <> 'care' or (call_id is not null and attempt_number is not null and dial_by is not null
    and state <> 'owed' and (state <> 'ended' or outcome is not null)
    and coalesce(outcome, 'failed') in ('acknowledged', 'help', 'not_yet', 'no_answer', 'busy', 'no_response', 'not_understood',
      'machine', 'refused', 'failed'))),
  add constraint dials_alert_check check (purpose <> 'alert' or (alert_id is not null and state <> 'not_placed'
    and (state <> 'ended' or outcome is not null)
    and coalesce(outcome, 'failed') in ('took', 'declined', 'ok', 'no_answer', 'busy', 'no_response', 'refused', 'failed',
      'not_needed', 'limit'))),
  add constraint dials_test_check check (purpose <> 'test' or (call_type is not null and state <> 'owed' and outcome is null
    and (ended_at is null) = (state not in ('ended', 'not_placed')))),
  add constraint dials_purpose_columns check ((purpose = 'care' or call_id is null) and (purpose = 'alert' or alert_id is null)
    and (purpose = 'test' or (account_id is null and call_type is null and prompt_text is null)));

-- What counts for the limits of a number, an account and the day (0057, 0061, 0068): one row for each time a phone was rung.
alter table number_dials add column dial_id bigint, add column purpose text;
update number_dials set dial_id = attempt_id, purpose = 'care' where attempt_id is not null;
update number_dials set dial_id = dials.id, purpose = 'alert' from dials where dials.alert_id = number_dials.alert_id;
update number_dials set purpose = 'alert' where alert_id is not null;
update number_dials set dial_id = dials.id, purpose = 'test' from dials where dials.old_test_id = number_dials.test_call_id;
update number_dials set purpose = 'test' where test_call_id is not null;
update number_dials set purpose = 'care' where purpose is null;
alter table number_dials
  alter column purpose set not null,
  add constraint number_dials_purpose_check check (purpose in ('care', 'alert', 'test')),
  drop column attempt_id, drop column alert_id, drop column test_call_id;
create index number_dials_dial on number_dials (dial_id) where dial_id is not null;
create index number_dials_use on number_dials (dialled_at) include (account_id, purpose);

drop table alert_calls;
drop table test_calls;
drop function count_dial_of_alert, delete_recordings_of_test_call;

create function count_dial() returns trigger language plpgsql as $$
begin
  if new.state = 'dialling' then
    insert into number_dials (phone_hash, dialled_at, dial_id, purpose, account_id)
    select md5(new.phone_number), case new.purpose when 'alert' then coalesce(new.next_at, new.started_at) else new.started_at end,
      new.id, new.purpose,
      case new.purpose
        when 'care' then (select account_id from calls where id = new.call_id)
        when 'alert' then (select account_id from incidents where id = (select incident_id from alerts where id = new.alert_id))
        else new.account_id end;
  else
    -- It was certainly not placed, or not needed any more before it was: no phone rang.
    delete from number_dials where id = (select max(id) from number_dials where dial_id = new.id);
  end if;
  return null;
end $$;
create trigger dials_counted after insert on dials
  for each row when (new.phone_number is not null and new.state in ('dialling')) execute function count_dial();
create trigger dials_counted_again after update of state on dials
  for each row when (new.state = 'dialling' and old.state = 'owed') execute function count_dial();
create trigger dials_not_counted after update of state on dials
  for each row when (old.state <> new.state and old.state <> 'owed' and (new.state in ('not_placed', 'owed')
    or new.state = 'ended' and new.provider_call_id is null and new.outcome = 'not_needed'))
  execute function count_dial();
create function note_length_of_dial() returns trigger language plpgsql as $$
begin
  update number_dials set duration_seconds = new.duration_seconds
  where id = (select max(id) from number_dials where dial_id = new.id);
  return null;
end $$;
create trigger dials_talked after update of duration_seconds on dials
  for each row when (new.duration_seconds > 0 and new.duration_seconds is distinct from old.duration_seconds)
  execute function note_length_of_dial();
-- The recordings of test calls are deleted with the admin's account. A deletion that has begun is not changed.
create function delete_recordings_of_test() returns trigger language plpgsql as $$
begin
  update recording_deletions set delete_at = old.started_at
  where provider_call_id = old.provider_call_id and tries = 0 and delete_at > old.started_at;
  return null;
end $$;
create trigger dials_of_tests_deleted after delete on dials
  for each row when (old.purpose = 'test' and old.provider_call_id is not null) execute function delete_recordings_of_test();
alter trigger attempts_deleted on dials rename to dials_deleted;

alter index attempts_pkey rename to dials_pkey;
alter index attempts_provider_call_id_key rename to dials_provider_call_id_key;
alter index attempts_number rename to dials_attempt_number;
alter index attempts_to_settle rename to dials_due;
alter index attempts_call rename to dials_call;
alter index attempts_recording_look rename to dials_recording_look;
alter index attempts_phone rename to dials_phone;
drop index attempts_phone_open, attempts_in_trouble;
create index dials_phone_open on dials (phone_number) where state in ('dialling', 'unknown');
create index dials_in_trouble on dials (started_at)
  where state in ('not_placed', 'unknown') or outcome in ('refused', 'failed')
    or purpose = 'test' and provider_status in ('refused', 'failed', 'unknown');
create index dials_owed on dials (next_at) where state = 'owed';
create index dials_tests on dials (started_at) where purpose = 'test';
create index dials_account on dials (account_id) where account_id is not null;

alter table dials drop column old_test_id;

create view attempts as
  select id, call_id, attempt_number, phone_number, state, provider_call_id, started_at, dial_by, asked_at, answered_at, ended_at,
    answered_by, provider_status, duration_seconds, response, keys, outcome, conversation, next_at, claimed_until, tries, failures,
    is_recorded, recording_look_at, recording_looks
  from dials where purpose = 'care';
create view alert_calls as
  select id, purpose, alert_id, phone_number, state, provider_call_id, started_at, answered_at, ended_at, keys, outcome,
    duration_seconds, dial_count, next_at, claimed_until, tries, failures, steps_heard, hushed_at
  from dials where purpose = 'alert';
alter view alert_calls alter column purpose set default 'alert';
alter view alert_calls alter column state set default 'owed';
alter view alert_calls alter column dial_count set default 0;
create view test_calls as
  select id, purpose, account_id, call_type, prompt_text, phone_number, state, provider_call_id, provider_status, started_at,
    answered_at, ended_at, keys, duration_seconds, next_at, claimed_until, tries, failures
  from dials where purpose = 'test';
alter view test_calls alter column purpose set default 'test';
