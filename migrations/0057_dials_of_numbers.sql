-- How often each number was dialled in the last day, by all accounts: it has a limit (docs/decisions/0064-limits-of-use.md).

-- It outlives the loved one and the account: removing and adding somebody allows no further dials. Of the phone it keeps a hash.
create table number_dials (
  id         bigint generated always as identity primary key,
  phone_hash text not null,
  dialled_at timestamptz not null,
  attempt_id bigint, -- of a care call
  alert_id   bigint, -- of an alert by phone
  account_id bigint references accounts on delete set null -- whose alert it was
);
create index number_dials_phone on number_dials (phone_hash, dialled_at);
create index number_dials_attempt on number_dials (attempt_id) where attempt_id is not null;
create index number_dials_alert on number_dials (alert_id) where alert_id is not null;
create index number_dials_account on number_dials (account_id, dialled_at) where account_id is not null;
create index number_dials_age on number_dials (dialled_at);

insert into number_dials (phone_hash, dialled_at, attempt_id)
select md5(phone_number), started_at, id from attempts
where phone_number is not null and state <> 'not_placed' and started_at > now() - interval '1 day';
insert into number_dials (phone_hash, dialled_at, alert_id, account_id)
select md5(alert_calls.phone_number), alert_calls.started_at, alert_id, incidents.account_id
from alert_calls join alerts on alerts.id = alert_id join incidents on incidents.id = alerts.incident_id
where dials > 0 and alert_calls.state <> 'owed' and alert_calls.started_at > now() - interval '1 day';

create function count_dial_of_attempt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into number_dials (phone_hash, dialled_at, attempt_id) values (md5(new.phone_number), new.started_at, new.id);
  else
    -- The provider certainly did not place it: no phone rang.
    delete from number_dials where attempt_id = new.id;
  end if;
  return null;
end $$;
create trigger attempts_dialled after insert on attempts
  for each row when (new.phone_number is not null and new.state <> 'not_placed') execute function count_dial_of_attempt();
create trigger attempts_not_placed after update of state on attempts
  for each row when (new.state = 'not_placed' and old.state <> 'not_placed') execute function count_dial_of_attempt();

create function count_dial_of_alert() returns trigger language plpgsql as $$
begin
  if new.state = 'dialling' then
    insert into number_dials (phone_hash, dialled_at, alert_id, account_id)
    select md5(new.phone_number), coalesce(new.settle_at, new.started_at), new.alert_id, incidents.account_id
    from alerts join incidents on incidents.id = alerts.incident_id where alerts.id = new.alert_id;
  else
    delete from number_dials where id = (select max(id) from number_dials where alert_id = new.alert_id);
  end if;
  return null;
end $$;
create trigger alert_calls_dialled after update of state on alert_calls
  for each row when (new.state = 'dialling' and old.state = 'owed') execute function count_dial_of_alert();
-- It was not placed after all, or not needed any more before it was.
create trigger alert_calls_not_dialled after update of state on alert_calls
  for each row when (old.state in ('dialling', 'unknown') and (new.state = 'owed'
    or new.state = 'ended' and new.provider_call_id is null and new.outcome = 'not_needed'))
  execute function count_dial_of_alert();

-- limit: more dials of that phone, or more alerts of that account, than one day allows
alter table alert_calls
  drop constraint alert_calls_outcome_check,
  add constraint alert_calls_outcome_check check (outcome in
    ('took', 'declined', 'ok', 'no_answer', 'busy', 'no_response', 'refused', 'failed', 'not_needed', 'limit'));
