-- Passkeys: a person signs in with a key that stays on their device; Cooee keeps its public half, and challenges for five minutes.
create table passkeys (
  id            bigint generated always as identity primary key,
  person_id     bigint not null references people on delete cascade,
  name          text not null check (char_length(name) between 1 and 60),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023), -- WebAuthn's longest
  public_key    bytea not null, -- COSE
  user_handle   bytea not null check (octet_length(user_handle) between 1 and 64),
  sign_count    bigint not null check (sign_count >= 0), -- 0 where the device keeps no count
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkeys_person on passkeys (person_id);

create table passkey_challenges (
  challenge_hash bytea primary key,
  person_id      bigint references people on delete cascade, -- null: for signing in, as nobody knows who comes
  user_handle    bytea,
  expires_at     timestamptz not null,
  check ((person_id is null) = (user_handle is null))
);
create index passkey_challenges_person on passkey_challenges (person_id);
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
