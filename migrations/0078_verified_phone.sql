-- An account holder proves their phone by a code in a text (docs/decisions/0071-a-mobile-that-answers.md). The number that was
-- proved; null where the one that there is was not: also for numbers from before this rule, which nobody ever checked.
alter table accounts
  add column verified_phone text,
  -- Another number is not proved.
  add constraint accounts_verified_phone_check
    check (verified_phone is null or verified_phone is not distinct from phone_number);

-- What an undone change gives back.
alter table profile_changes add column old_phone_verified boolean not null default false;

-- The code that was sent to an account's own number last.
create table phone_codes (
  account_id bigint primary key references accounts on delete cascade,
  code_hash  text not null, -- of the account, the number and the code
  tries      int not null default 0,
  expires_at timestamptz not null
);
