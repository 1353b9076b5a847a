-- Sessions that a person can tell apart and end, and accounts that their holder has asked to delete.
alter table sessions
  add column id           bigint generated always as identity unique, -- names the session; the token's hash does not leave the server
  add column user_agent   text check (length(user_agent) <= 300),     -- null for those that began before it was kept
  add column address      text,
  add column last_used_at timestamptz; -- to a few minutes
update sessions set last_used_at = created_at;
alter table sessions
  alter column last_used_at set not null,
  alter column last_used_at set default now();

alter table accounts
  add column delete_at           timestamptz, -- when it is deleted, unless its holder changes their mind before
  add column deletion_began_at   timestamptz, -- from here on nobody signs in, no further call leaves, and nothing brings it back
  add check (deletion_began_at is null or delete_at is not null);
create index accounts_delete_at on accounts (delete_at) where delete_at is not null;

-- The last mail to somebody who has left goes with its delivery: the row names where they can be reached.
alter table messages add column deleted_once_sent boolean not null default false;
create index messages_deleted_once_sent on messages (created_at) where deleted_once_sent;
