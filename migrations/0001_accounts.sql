-- Account holders, their sessions, password resets and failed logins.
create table accounts (
  id            bigint generated always as identity primary key,
  username      text not null,
  email         text not null,
  password_hash text not null,
  first_name    text,
  last_name     text,
  phone_number  text,
  timezone      text not null default 'Australia/Sydney',
  role          text not null default 'account_holder' check (role in ('account_holder', 'admin')),
  created_at    timestamptz not null default now()
);
-- Names and e-mails compare case-insensitively, whoever writes them.
create unique index accounts_username_key on accounts (lower(username));
create unique index accounts_email_key on accounts (lower(email));

create table sessions (
  token_hash bytea primary key, -- SHA-256; the token itself is never stored
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);

create table password_resets (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_resets_account on password_resets (account_id);

-- Kept in the database so that a restart does not forgive a guesser.
create table login_failures (
  id         bigint generated always as identity primary key,
  address    text not null,
  identifier text not null, -- what was typed as the name, lower case; it need not exist
  failed_at  timestamptz not null default now()
);
create index login_failures_address on login_failures (address, failed_at);
create index login_failures_identifier on login_failures (identifier, failed_at);
