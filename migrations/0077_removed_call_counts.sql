-- How many completed calls were removed with their loved ones: the numbers that an account is shown do not fall.
create table removed_call_counts (
  account_id bigint not null references accounts on delete cascade,
  completed  integer not null check (completed > 0),
  removed_at timestamptz not null default now()
);
create index removed_call_counts_account on removed_call_counts (account_id);
create function count_removed_calls() returns trigger language plpgsql as $$
begin
  -- Not when the account itself goes.
  insert into removed_call_counts (account_id, completed)
  select account_id, count(*) from removed
  where status = 'completed' and exists (select from accounts where id = account_id)
  group by account_id;
  return null;
end $$;
create trigger calls_removed_counted after delete on calls referencing old table as removed
  for each statement execute function count_removed_calls();
