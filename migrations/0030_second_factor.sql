-- A code from an authenticator app beside the password, for who wants it, and codes on paper for when the phone is gone.
create table second_factors (
  id           bigint generated always as identity primary key,
  account_id   bigint not null unique references accounts on delete cascade,
  secret       text not null, -- base32, as apps take it
  sealed_with  text,          -- about the secret
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz,   -- null: shown, but no code was typed yet; signing in does not ask for one
  last_step    bigint         -- the latest time step whose code was used: neither it nor an older one works again
);
create index second_factors_sealed_with on second_factors (sealed_with, id);

create table recovery_codes (
  second_factor_id bigint not null references second_factors on delete cascade,
  code_hash        bytea not null, -- SHA-256 of 120 random bits; the code itself is never stored
  used_at          timestamptz,
  primary key (second_factor_id, code_hash)
);
