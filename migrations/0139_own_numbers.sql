-- Cooee may ring from several numbers. Each has a rate of its own; one row is locked by whatever decides what is dialled.

create table dial_fence (
  only_row   boolean primary key default true check (only_row),
  timeline   text, -- on which the workers dial; on another one the provider is asked first
  moved_at   timestamptz, -- when another one was found
  kept_until timestamptz -- what was written after it may have been lost then
);
insert into dial_fence (timeline, moved_at, kept_until) select timeline, moved_at, kept_until from dial_pace;

-- How the rate of each number stands. A row is written with its first permit.
delete from dial_pace;
alter table dial_pace
  drop column only_row,
  drop column timeline,
  drop column moved_at,
  drop column kept_until,
  add column own_number text primary key check (own_number ~ '^\+[1-9][0-9]{6,14}$');

-- The number of ours from which they are rung: they have saved it. Null: the main one. It names no row; numbers come from the environment.
alter table loved_ones add column rung_from text check (rung_from ~ '^\+[1-9][0-9]{6,14}$');

-- The number of ours from which a text is sent. Null: the main one.
alter table messages add column sent_from text check (sent_from ~ '^\+[1-9][0-9]{6,14}$');

-- Due calls in the order in which they are dispatched, sorted by one worker for all. Lost in a crash, and sorted again.
create unlogged table dispatch_queues (
  own_number  text primary key,
  fresh_until timestamptz not null, -- then it is sorted again
  call_ids    bigint[] not null,
  places      bigint[] not null, -- among the calls of all numbers
  taken       integer not null default 0, -- so many of the first were dealt with
  is_cut      boolean not null -- more were due than are listed
);
