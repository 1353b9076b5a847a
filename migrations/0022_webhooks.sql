-- Other systems that are told what happens: where they are, what they were sent, and how that went.

create table webhooks (
  id            bigint generated always as identity primary key,
  name          text not null check (length(name) >= 2),
  url           text not null,
  description   text,
  events        text[] not null check (cardinality(events) > 0),
  secret        text, -- signs what is sent; never sent back
  active        boolean not null default true,
  failing_since timestamptz, -- since when no delivery has succeeded though some were tried; empty after a success
  switched_off  text, -- why Cooee itself made it inactive, as a sentence; empty once somebody switches it on
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);

-- The events table is the outbox: written with the fact. Set once its deliveries are written.
alter table events add column spread_at timestamptz;
update events set spread_at = now();
create index events_to_spread on events (id) where spread_at is null;

-- One event for one webhook. `message_id` is the same on every try, so that a receiver can tell a repetition.
create table webhook_deliveries (
  id            bigint generated always as identity primary key,
  webhook_id    bigint not null references webhooks on delete cascade,
  event_id      bigint references events on delete set null,
  event         text not null,
  message_id    text not null unique,
  body          text not null,
  state         text not null default 'owed' check (state in ('owed', 'delivered', 'given_up')),
  tries         integer not null default 0,
  try_at        timestamptz, -- when it is due, while it is owed
  claimed_until timestamptz, -- somebody sends it just now
  created_at    timestamptz not null default now(),
  ended_at      timestamptz,
  unique (webhook_id, event_id),
  check ((state = 'owed') = (try_at is not null)),
  check ((state = 'owed') = (ended_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (try_at) where state = 'owed';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);

-- Every try, as the delivery log shows it. Nothing of an answer's body is kept.
create table webhook_tries (
  id          bigint generated always as identity primary key,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  tried_at    timestamptz not null,
  by_hand     boolean not null default false,
  status      integer, -- of the answer; empty where there was none
  error       text, -- what went wrong, as a sentence; empty after a success
  duration_ms integer not null
);
create index webhook_tries_delivery on webhook_tries (delivery_id, id);

-- What admins did. Rows are only ever added.
create table audit_log (
  id         bigint generated always as identity primary key,
  account_id bigint references accounts on delete set null,
  username   text not null, -- as it was then
  action     text not null,
  detail     text, -- what it was done to; no secrets, numbers masked
  address    text,
  at         timestamptz not null default now()
);
create index audit_log_at on audit_log (at);

-- Calls and texts of the testing centre. They count for nobody's plan and alarm nobody.
create table test_calls (
  id               bigint generated always as identity primary key,
  account_id       bigint references accounts on delete set null, -- the admin
  phone_number     text not null,
  call_type        text not null,
  prompt_text      text,
  provider_call_id text unique,
  status           text not null default 'dialling', -- then the provider's own word
  keys             text not null default '',
  created_at       timestamptz not null default now(),
  ended_at         timestamptz
);
