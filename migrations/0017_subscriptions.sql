-- What an account pays for, the free trial before it, and what happens when neither is there any more.

-- The trial begins with the account; for the accounts that are there already, with the version that knows of trials.
alter table accounts add column trial_started_at timestamptz not null default now();
-- Set while the account's calls are suspended: they are not dialled, and each is told of.
alter table accounts add column suspended_at timestamptz;
-- The account holder has been told that neither trial nor payment covers the calls any more: seven days later they are
-- suspended, never sooner. Empty again as soon as something covers them.
alter table accounts add column lapse_told_at timestamptz;
create index accounts_suspended on accounts (id) where suspended_at is not null;

-- What the card provider says of an account, as it was when it was asked last. Only ever written from such an answer.
create table subscriptions (
  account_id      bigint primary key references accounts on delete cascade,
  customer_id     text unique, -- the provider's; kept for good, so that nobody becomes two customers
  subscription_id text unique, -- the one that counts: the living one, else the one that ended last
  status          text check (status in ('active', 'past_due', 'ended')),
  add_ons         text[] not null default '{}'
    check (add_ons <@ array['MEDICATION_REMINDER', 'WELLNESS_CHECK', 'WAKE_UP_CALL']),
  monthly_cents   integer not null default 0 check (monthly_cents >= 0),
  period_start    timestamptz,
  period_end      timestamptz,
  cancels_at      timestamptz, -- asked for, and not undone so far
  unpaid_since    timestamptz, -- when the oldest invoice was due that could not be collected
  ended_at        timestamptz,
  -- Looks overtake one another: each takes a number before it asks, and writes only if no later one has written.
  looks           integer not null default 0,
  written_look    integer not null default 0,
  looked_at       timestamptz,
  check ((subscription_id is null) = (status is null)),
  check (status is null or (period_start is not null and period_end is not null)),
  check ((status = 'ended') = (ended_at is not null) or status is null)
);
create index subscriptions_looked_at on subscriptions (looked_at nulls first) where customer_id is not null;

-- Events of the card provider that have arrived: hints to look again. The same one is taken once.
create table payment_events (
  event_id    text primary key,
  event_type  text not null,
  customer_id text,
  received_at timestamptz not null default now()
);
create index payment_events_received_at on payment_events (received_at);

-- Invoices that were paid, each told to other systems once.
create table paid_invoices (
  invoice_id text primary key,
  account_id bigint not null references accounts on delete cascade,
  amount_cents integer not null,
  paid_at    timestamptz not null
);
create index paid_invoices_account on paid_invoices (account_id, paid_at);
