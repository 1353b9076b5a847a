-- An admin can switch talks off for one account, or for all: calls ask their question as ever.
alter table accounts add column talks_blocked_at timestamptz;
create table talk_switch (
  only_row boolean primary key default true check (only_row),
  off_at   timestamptz
);
insert into talk_switch default values;
