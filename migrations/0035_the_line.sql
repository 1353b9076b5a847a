-- Alerts leave room for care calls, help leaves first, one phone rings once at a time, and what was given up is cancelled at the provider.
alter table dial_pace
  add column alert_next_at_ms double precision not null default 0; -- from which place on an alert may leave while care calls are due

-- When an alert of an account last left: among alerts of one gravity, whoever has waited longest is next.
alter table departures
  alter column last_left_at drop not null,
  add column alert_left_at timestamptz;

alter table calls
  add column uncounted_tries integer not null default 0 check (uncounted_tries >= 0); -- tries that found the phone busy with another call of ours

alter table attempts
  add column cancel_at timestamptz; -- given up while the provider may still ring: when it is asked next to cancel it
create index attempts_to_cancel on attempts (cancel_at) where cancel_at is not null;

-- Whether a phone is in use is looked up before each dial, and whether it was when it had been busy.
create index attempts_phone on attempts (phone_number, started_at);
create index alert_calls_phone on alert_calls (phone_number, started_at);
create index test_calls_phone on test_calls (phone_number, created_at);
create index inbound_calls_phone on inbound_calls (phone_number, received_at);

-- A message about a request for help goes before all others, on a way of its own.
alter table messages
  add column is_help boolean not null default false;
