-- A schedule asks by call or by text. A try by text is a dial whose message is in the outbox: nobody rings, so no phone is in use by it.
alter table call_schedules add column asks_by text not null default 'call' check (asks_by in ('call', 'text'));
alter table calls add column asks_by text not null default 'call' check (asks_by in ('call', 'text'));

alter table dials
  add column message_id bigint references messages on delete set null,
  add constraint dials_message_check check (message_id is null or (purpose = 'care' and provider_call_id is null));
create unique index dials_message on dials (message_id) where message_id is not null;
create or replace view attempts as
  select id, call_id, attempt_number, phone_number, state, provider_call_id, started_at, dial_by, asked_at, answered_at, ended_at,
    answered_by, provider_status, duration_seconds, response, keys, outcome, conversation, next_at, claimed_until, tries, failures,
    is_recorded, recording_poll_at, recording_polls, message_id
  from dials where purpose = 'care';

-- The limit of a number counts a text like a ring. What it costs is counted with the messages.
alter table number_dials drop constraint number_dials_purpose_check;
alter table number_dials add constraint number_dials_purpose_check check (purpose in ('care', 'alert', 'test', 'text'));
create or replace function count_dial() returns trigger language plpgsql as $$
begin
  if new.state = 'dialling' then
    insert into number_dials (phone_hash, dialled_at, dial_id, purpose, account_id)
    select md5(new.phone_number), case new.purpose when 'alert' then coalesce(new.next_at, new.started_at) else new.started_at end,
      new.id, case when new.purpose = 'care' and (select asks_by from calls where id = new.call_id) = 'text' then 'text' else new.purpose end,
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
