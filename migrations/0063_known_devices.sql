-- Browsers that an account registered or signed in with: wrong guesses elsewhere, also behind the same address, do not delay its owner there.
create table known_devices (
  account_id   bigint not null references accounts on delete cascade,
  token_hash   bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, token_hash)
);

-- Of a failure on a device that the account knows: those count for that device alone.
alter table login_failures add column device_hash bytea;
