-- How many turns an account has taken in each queue: regular and catch-up calls of each of our numbers. One count for all
-- numbers let a busy number advance the virtual time of the others. `account_dispatches.turns_taken` is read no more; a
-- process that runs on beside this release still reads and writes it, so it is dropped one release later.
create table dispatch_turns (
  account_id  bigint not null references accounts on delete cascade,
  own_number  text not null,
  is_catch_up boolean not null,
  turns_taken bigint not null check (turns_taken >= 0),
  primary key (account_id, own_number, is_catch_up)
);
create index dispatch_turns_virtual_time on dispatch_turns (own_number, is_catch_up, turns_taken desc);
