-- An invitation to a circle. Its link is stored hashed, opens once, and lasts for seven days.
create table invitations (
  id          bigint generated always as identity primary key,
  account_id  bigint not null references accounts on delete cascade,
  invited_by  bigint not null references people on delete cascade,
  email       text not null,
  role        text not null check (role in ('carer', 'viewer')),
  note        text check (length(note) <= 500),
  token_hash  bytea not null unique,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  accepted_at timestamptz
);
-- An address has one open invitation to a circle, without regard to case.
create unique index invitations_open on invitations (account_id, lower(email)) where accepted_at is null;
create index invitations_inviter on invitations (invited_by);
