-- What reaches Cooee's own number. A row is there before anything follows from it, so that what is told twice counts once.
create table inbound_calls (
  provider_call_id text primary key,
  phone_number     text, -- E.164; null when withheld
  received_at      timestamptz not null,
  checked_in       bigint[] not null default '{}', -- the loved ones whom this call has checked in
  incident_id      bigint, -- what was read out to somebody who had been alerted
  person_id        bigint,
  keys             text not null default '',
  replies          jsonb not null default '{}' -- what was said after each step: the same step again is answered the same
);
create index inbound_calls_received on inbound_calls (received_at);

create table inbound_texts (
  provider_message_id text primary key,
  account_id          bigint references accounts on delete cascade, -- null: nobody whom Cooee knows
  loved_one_id        bigint references loved_ones on delete cascade,
  phone_number        text, -- E.164; null for a sender that is no number
  text                text not null,
  reply               text, -- what was answered; null for nothing
  received_at         timestamptz not null
);
create index inbound_texts_account on inbound_texts (account_id, received_at desc);

-- The provider sends no further text to somebody who has answered STOP.
alter table contacts add column texts_stopped_at timestamptz;

-- Who rings or writes is looked up by their number.
create index loved_ones_phone on loved_ones (phone_number);
create index loved_ones_second_phone on loved_ones (second_phone_number) where second_phone_number is not null;
create index contacts_phone on contacts (phone_number);
create index loved_ones_emergency_phone on loved_ones (emergency_contact_phone) where emergency_contact_phone is not null;
