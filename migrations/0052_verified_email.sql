-- Phones ring and texts leave only for an account whose e-mail was verified (docs/decisions/0062-a-mailbox-first.md).
-- The address that was verified last; null where none ever was. An account from before this rule counts as verified: no
-- schedule that was accepted may go silent by an upgrade.
alter table accounts add column verified_email text;
update accounts set verified_email = email;
-- Nobody else takes an address to which its owner may return.
create unique index accounts_verified_email_key on accounts (lower(verified_email));
-- Read for each look at what is due: only those who wait for their link.
create index accounts_unverified on accounts (id) where verified_email is null;

-- Links that verify an address, for a day. They hold for that address alone.
create table email_verifications (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  email      text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index email_verifications_account on email_verifications (account_id);
