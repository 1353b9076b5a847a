-- When a call did not end well, or somebody asked for help: who was told of it, who has taken it on, how it ended.
create table incidents (
  id            bigint generated always as identity primary key,
  account_id    bigint not null references accounts on delete cascade,
  loved_one_id  bigint not null references loved_ones on delete cascade,
  call_id       bigint unique references calls on delete cascade, -- null: help was asked for by text message
  cause         text not null check (cause in ('not_reached', 'help')),
  headline      text not null, -- what happened, without a full stop: "Margaret was not reached by the 9:00 AM Daily Check-in"
  detail        text, -- why, as a sentence
  status        text not null default 'running' check (status in ('running', 'owned', 'resolved', 'unresolved')),
  round         integer not null default 1 check (round between 1 and 3), -- how often the list of people was begun
  next_step_at  timestamptz, -- when somebody further is told, or ownership expires; null once it has ended
  owner_id      bigint, -- who has taken it on
  intent        text check (intent in ('calling', 'going')),
  eta_minutes   integer check (eta_minutes between 1 and 240),
  owned_at      timestamptz,
  opened_at     timestamptz not null,
  ended_at      timestamptz,
  ended_how     text, -- a sentence
  -- Never silent: as long as it has not ended, something is still to happen, by itself.
  check ((status in ('running', 'owned')) = (next_step_at is not null)),
  check ((status in ('resolved', 'unresolved')) = (ended_at is not null)),
  check (status <> 'owned' or owner_id is not null)
);
create index incidents_next_step on incidents (next_step_at) where next_step_at is not null;
create index incidents_loved_one on incidents (loved_one_id, opened_at desc);
create index incidents_account on incidents (account_id, id desc);

-- Whom an incident may be told to, in order, as they were when it was opened. The account holder is always the first.
create table incident_people (
  id            bigint generated always as identity primary key,
  incident_id   bigint not null references incidents on delete cascade,
  position      integer not null,
  role          text not null check (role in ('account_holder', 'contact')),
  name          text not null,
  phone_number  text, -- E.164
  email         text,
  declined_at   timestamptz, -- "I can't"
  unique (incident_id, position),
  check (role = 'account_holder' or phone_number is not null)
);
create index incident_people_phone on incident_people (phone_number);
alter table incidents add constraint incidents_owner foreign key (owner_id) references incident_people deferrable initially deferred;

-- One person told by one channel. Written before anything is sent, so that nobody is told the same twice.
create table alerts (
  id          bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  person_id   bigint not null references incident_people on delete cascade,
  purpose     text not null check (purpose in ('alert', 'taken', 'unresolved', 'all_clear')),
  round       integer not null, -- for what is told more than once in an incident, the how-manieth time
  channel     text not null check (channel in ('email', 'sms', 'call')),
  message_id  bigint references messages on delete set null, -- null for a call
  created_at  timestamptz not null,
  answer      text check (answer in ('took', 'declined', 'ok')), -- what the person answered to this very alert
  answered_at timestamptz,
  unique (incident_id, person_id, purpose, round, channel)
);
create index alerts_incident on alerts (incident_id, id);
create unique index alerts_message on alerts (message_id) where message_id is not null;

-- The dial of an alert by phone: as an attempt, written down before the provider is asked.
create table alert_calls (
  alert_id         bigint primary key references alerts on delete cascade,
  phone_number     text not null,
  state            text not null default 'dialling' check (state in ('dialling', 'unknown', 'placed', 'ended')),
  provider_call_id text unique,
  started_at       timestamptz not null,
  answered_at      timestamptz,
  ended_at         timestamptz,
  keys             text not null default '',
  outcome          text check (outcome in ('took', 'declined', 'ok', 'no_answer', 'busy', 'no_response', 'refused', 'failed')),
  dials            integer not null default 1, -- how often the provider was asked; a dial that it certainly did not place may be repeated
  settle_at        timestamptz, -- when it is looked into next
  settle_tries     integer not null default 0,
  check (state <> 'ended' or (outcome is not null and settle_at is null))
);
create index alert_calls_to_settle on alert_calls (settle_at) where settle_at is not null;
create index alert_calls_phone_open on alert_calls (phone_number) where state in ('dialling', 'unknown');

-- What was told to other systems: written in the transaction of the fact, delivered by the webhooks.
create table events (
  id         bigint generated always as identity primary key,
  event      text not null,
  account_id bigint references accounts on delete set null,
  data       jsonb not null,
  created_at timestamptz not null default now()
);

-- Secrets that Cooee makes for itself at the first start, such as the one that signs links.
create table signing_keys (
  name       text primary key,
  secret     bytea not null,
  created_at timestamptz not null default now()
);

-- Whether a text message arrived, as the network says after the provider had taken it.
alter table messages
  add column delivery     text check (delivery in ('delivered', 'failed')),
  add column delivered_at timestamptz;
