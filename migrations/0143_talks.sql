-- A wellness check or daily check-in may be a short talk with a language model, where the account holder has switched that on
-- and the person has agreed. What is said in it are turns of the call, as ever.
alter table loved_ones add column talks boolean not null default false;

-- One talk of an attempt. `opened_at`: when the provider's line for it was open; it is never opened twice.
create table talks (
  id            bigint generated always as identity primary key,
  account_id    bigint not null references accounts on delete cascade,
  loved_one_id  bigint not null references loved_ones on delete cascade,
  attempt_id    bigint not null unique references dials on delete cascade,
  opened_at     timestamptz not null,
  ended_at      timestamptz,
  end_reason    text check (end_reason in ('person', 'finished', 'time_over', 'silence', 'model_failed', 'guard_refused', 'line_lost', 'switched_off')),
  seconds       integer check (seconds >= 0),
  replies       integer not null default 0 check (replies >= 0),
  fillers       integer not null default 0 check (fillers >= 0),
  input_tokens  bigint not null default 0 check (input_tokens >= 0),
  output_tokens bigint not null default 0 check (output_tokens >= 0),
  summarised_at timestamptz,
  check (num_nonnulls(ended_at, end_reason, seconds) in (0, 3)),
  check (summarised_at is null or ended_at is not null)
);
create index talks_of_loved_one on talks (loved_one_id, opened_at);
create index talks_of_account on talks (account_id, opened_at);

-- What a model noted in a talk, and what was written about it afterwards. Each rests on a turn: it goes with it.
create table talk_notes (
  id          bigint generated always as identity primary key,
  talk_id     bigint not null references talks on delete cascade,
  position    integer not null,
  turn_id     bigint not null references turns on delete cascade,
  topic       text not null,
  words       text not null,
  sealed_with text,
  created_at  timestamptz not null,
  unique (talk_id, position)
);
create index talk_notes_of_turn on talk_notes (turn_id);
create table talk_summaries (
  id          bigint generated always as identity primary key,
  talk_id     bigint not null references talks on delete cascade,
  position    integer not null,
  turn_id     bigint not null references turns on delete cascade,
  kind        text not null check (kind in ('sentence', 'concern')),
  text        text not null,
  sealed_with text,
  created_at  timestamptz not null,
  unique (talk_id, position)
);
create index talk_summaries_of_turn on talk_summaries (turn_id);

-- What the family lets Cooee remember of a person: they see, change and clear it.
create table talk_topics (
  id           bigint generated always as identity primary key,
  account_id   bigint not null references accounts on delete cascade,
  loved_one_id bigint not null references loved_ones on delete cascade,
  words        text not null,
  sealed_with  text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create index talk_topics_of_loved_one on talk_topics (loved_one_id, id);
create index talk_topics_of_account on talk_topics (account_id);
