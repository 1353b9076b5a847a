-- How the account holder was reached before an e-mail address or a phone number was changed: it can be undone from there.
create table profile_changes (
  id               bigint generated always as identity primary key,
  account_id       bigint not null references accounts on delete cascade,
  token_hash       bytea not null unique,
  old_email        text not null,
  old_phone_number text,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  undone_at        timestamptz
);
create index profile_changes_account on profile_changes (account_id);
-- An address that can still be returned to is nobody else's.
create index profile_changes_old_email on profile_changes (lower(old_email)) where undone_at is null;
