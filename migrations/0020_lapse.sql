-- What account holders are told of their plan, and what keeps a suspension from coming unannounced.

-- Why, for the sentence that each suspended call ends with.
alter table accounts add column suspended_because text check (suspended_because in ('trial_over', 'ended', 'past_due'));
-- Nobody is suspended who was not told seven days before, whoever writes here. (In hours: a day is not always 24 of them.)
alter table accounts add constraint accounts_suspended_after_notice check (
  suspended_at is null
  or (suspended_because is not null and lapse_told_at is not null and suspended_at >= lapse_told_at + interval '168 hours')
);

-- Each told once: `about` is the start of the trial or of the billing month, or the instant at which the lapse was told.
create table plan_notices (
  account_id bigint not null references accounts on delete cascade,
  kind       text not null
    check (kind in ('trial_ending', 'lapsed', 'suspension_near', 'suspended', 'resumed', 'calls_nearly_used', 'calls_used')),
  about      timestamptz not null,
  told_at    timestamptz not null,
  primary key (account_id, kind, about)
);

-- Calls placed since a billing month began.
create index calls_placed on calls (account_id, started_at) where started_at is not null;
create index accounts_lapse_told on accounts (lapse_told_at) where lapse_told_at is not null;

-- Calls that were placed and removed with their loved one: removing somebody does not give a month's calls back.
create table removed_calls (
  account_id bigint not null references accounts on delete cascade,
  started_at timestamptz not null
);
create index removed_calls_account on removed_calls (account_id, started_at);
create function remember_removed_call() returns trigger language plpgsql as $$
begin
  -- Not when the account itself goes.
  insert into removed_calls (account_id, started_at)
  select id, old.started_at from accounts where id = old.account_id;
  return null;
end $$;
create trigger calls_removed after delete on calls
  for each row when (old.started_at is not null) execute function remember_removed_call();
