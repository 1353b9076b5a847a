-- Calls leave in rounds: each account with something due takes one turn in each (docs/decisions/0060-turns-go-by-account.md).
alter table departures
  add column turns_taken bigint not null default 0 check (turns_taken >= 0);
create index departures_turns on departures (turns_taken desc);
