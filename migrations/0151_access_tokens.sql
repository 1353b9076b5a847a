-- Access tokens: a member lets a program act for them in one circle, within scopes and until a day. Only hashes are kept.
create table access_tokens (
  id            bigint generated always as identity primary key,
  account_id    bigint not null references accounts on delete cascade,
  person_id     bigint not null references people on delete cascade,
  name          text not null check (char_length(name) between 1 and 60),
  scopes        text[] not null check (cardinality(scopes) between 1 and 40),
  token_hash    bytea not null unique,
  last_four     text not null check (char_length(last_four) = 4),
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  last_used_at  timestamptz, -- to a few minutes
  revoked_at    timestamptz,
  check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  -- It goes with the membership that it acts for.
  foreign key (account_id, person_id) references members (account_id, person_id) on delete cascade
);
create index access_tokens_member on access_tokens (person_id, account_id);
create index access_tokens_account on access_tokens (account_id);
create index access_tokens_expires_at on access_tokens (expires_at);
