-- Dials are counted by account and month as well: for the admins' list, the alarm and the spend of the day.
update number_dials set account_id = calls.account_id
from attempts join calls on calls.id = attempts.call_id where attempts.id = number_dials.attempt_id;

create or replace function count_dial_of_attempt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into number_dials (phone_hash, dialled_at, attempt_id, account_id)
    select md5(new.phone_number), new.started_at, new.id, calls.account_id from calls where calls.id = new.call_id;
  else
    -- The provider certainly did not place it: no phone rang.
    delete from number_dials where attempt_id = new.id;
  end if;
  return null;
end $$;

-- What was dialled earlier in the month, as far as it is kept. Of the phone nothing is kept for longer than two days.
insert into number_dials (phone_hash, dialled_at, attempt_id, account_id)
select '', attempts.started_at, attempts.id, calls.account_id
from attempts join calls on calls.id = attempts.call_id
where attempts.phone_number is not null and attempts.state <> 'not_placed'
  and attempts.started_at > date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
  and not exists (select from number_dials where number_dials.attempt_id = attempts.id);
insert into number_dials (phone_hash, dialled_at, alert_id, account_id)
select '', alert_calls.started_at, alert_calls.alert_id, incidents.account_id
from alert_calls join alerts on alerts.id = alert_calls.alert_id join incidents on incidents.id = alerts.incident_id
where alert_calls.dials > 0 and alert_calls.state <> 'owed'
  and alert_calls.started_at > date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
  and not exists (select from number_dials where number_dials.alert_id = alert_calls.alert_id);

drop index number_dials_age;
create index number_dials_use on number_dials (dialled_at) include (account_id, alert_id);
create index number_dials_hashed on number_dials (dialled_at) where phone_hash <> '';
create index messages_sent_texts on messages (sent_at) include (account_id) where channel = 'sms' and sent_at is not null;
