-- A call that makes up for others that could not be placed, and what old things are found by when their time is over.

-- When the last call was promised that it makes up for; null for every other call. It is no occurrence of a schedule.
alter table calls
  add column catch_up_for timestamptz,
  add constraint calls_catch_up_stands_alone
    check (catch_up_for is null or (schedule_id is null and extra_of_schedule_id is null));
-- A loved one is rung once for everything that was not placed.
create unique index calls_catch_up_of_loved_one on calls (loved_one_id)
  where catch_up_for is not null and status in ('scheduled', 'in_progress');

-- It counts towards no plan, also when its loved one is removed.
drop trigger calls_removed on calls;
create trigger calls_removed after delete on calls
  for each row when (old.started_at is not null and old.catch_up_for is null) execute function remember_removed_call();

-- Phones that were alerted about somebody who has been removed since, for a day: what they answer is answered truthfully.
create table removed_alerts (
  account_id   bigint not null references accounts on delete cascade,
  phone_number text not null,
  removed_at   timestamptz not null
);
create index removed_alerts_account on removed_alerts (account_id);
create index removed_alerts_phone on removed_alerts (phone_number, removed_at);

-- Dials that the provider did not take leave a row each; of a call that has ended only the last few are kept, and counted.
alter table calls add column not_placed_tries integer not null default 0 check (not_placed_tries >= 0);
create index calls_not_placed_tries on calls (scheduled_for) where not_placed_tries > 0;
