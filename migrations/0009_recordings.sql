-- The sound of calls, where the account holder wants it: kept for a while, and nowhere but here.
alter table attempts
  add column is_recorded       boolean not null default false, -- whether the provider was asked to record it, and the call says so
  add column recording_look_at timestamptz, -- when the provider is asked for its recording; null once it was told, and where there is none
  add column recording_looks   integer not null default 0; -- how often it was asked and had none
create index attempts_recording_look on attempts (recording_look_at) where recording_look_at is not null;

create table recordings (
  id                     bigint generated always as identity primary key,
  attempt_id             bigint not null references attempts on delete cascade,
  provider_recording_id  text not null unique, -- told twice, kept once
  duration_seconds       integer not null check (duration_seconds >= 0),
  told_at                timestamptz not null,
  expires_at             timestamptz not null,
  sound                  bytea, -- null until it was fetched
  content_type           text,
  fetch_at               timestamptz, -- when fetching is tried next; null once it was fetched or given up
  fetch_tries            integer not null default 0,
  fetched_at             timestamptz,
  deleted_at_provider_at timestamptz,
  check ((sound is null) = (fetched_at is null)),
  check (sound is null or (content_type is not null and fetch_at is null))
);
-- Not compressed: sound hardly shrinks, and a part of it can be read without the rest.
alter table recordings alter column sound set storage external;
create index recordings_attempt on recordings (attempt_id);
create index recordings_expiry on recordings (expires_at);
create index recordings_to_fetch on recordings (fetch_at) where fetch_at is not null;

-- What the provider still has to delete: one recording, or whatever it has of one call. It outlives the loved one and the
-- account, and says nothing about anybody.
create table recording_deletions (
  id                    bigint generated always as identity primary key,
  provider_recording_id text unique,
  provider_call_id      text unique,
  delete_at             timestamptz not null, -- when it is tried next
  tries                 integer not null default 0,
  check ((provider_recording_id is null) <> (provider_call_id is null))
);
create index recording_deletions_due on recording_deletions (delete_at);

-- Whoever deletes a recording, and for whatever reason, the provider's copy goes too.
create function delete_recording_at_provider() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (provider_recording_id, delete_at)
  values (old.provider_recording_id, old.told_at)
  on conflict do nothing;
  return null;
end $$;
create trigger recordings_deleted after delete on recordings
  for each row when (old.deleted_at_provider_at is null) execute function delete_recording_at_provider();

-- An attempt that is removed before its recording was told of: the provider is asked for it all the same.
create function delete_recordings_of_call_at_provider() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (provider_call_id, delete_at)
  values (old.provider_call_id, old.recording_look_at)
  on conflict do nothing;
  return null;
end $$;
create trigger attempts_deleted after delete on attempts
  for each row when (old.recording_look_at is not null and old.provider_call_id is not null)
  execute function delete_recordings_of_call_at_provider();
