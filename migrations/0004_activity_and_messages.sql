-- What happened, for people to read; and what must be sent, written in the transaction of the fact.
create table activity (
  id            bigint generated always as identity primary key,
  account_id    bigint not null references accounts on delete cascade,
  activity_type text not null,
  description   text not null,
  details       text,
  loved_one_id  bigint, -- no foreign key: the log keeps the fact after the person was removed
  call_id       bigint,
  created_at    timestamptz not null default now()
);
create index activity_account on activity (account_id, id desc);

create table messages (
  id          bigint generated always as identity primary key,
  account_id  bigint references accounts on delete cascade,
  channel     text not null check (channel in ('email', 'sms')),
  recipient   text not null,
  subject     text,
  text        text not null,
  dedupe_key  text unique, -- the same fact is told once, however often its job runs
  created_at  timestamptz not null default now(),
  sent_at     timestamptz,
  failed_at   timestamptz,
  error       text,
  provider_id text
);
create index messages_newest on messages (created_at desc, id desc);
