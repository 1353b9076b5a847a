-- The sound of a recording may lie in an object store instead of the row: `sound_key` names the object, which is always sealed.
alter table recordings
  add column sound_key   text unique, -- null: the sound is in `sound`, or not fetched yet
  add column sound_bytes bigint check (sound_bytes > 0); -- how long the sound is; the object is longer, by its envelope

-- What is fetched is in exactly one place.
alter table recordings
  drop constraint recordings_check,
  drop constraint recordings_check1,
  drop constraint recordings_check2,
  add constraint recordings_in_one_place check (num_nonnulls(sound, sound_key) = num_nonnulls(fetched_at)),
  add constraint recordings_fetched check (fetched_at is null or (content_type is not null and fetch_at is null)),
  add constraint recordings_sealed check (sealed_with is null or fetched_at is not null),
  add constraint recordings_store_sealed check (sound_key is null or sealed_with is not null),
  add constraint recordings_store_length check ((sound_key is null) = (sound_bytes is null));
create index recordings_to_move on recordings (id) where sound is not null;

-- An object is noted here before it is put, and crossed out by the transaction that writes its key: what nobody names is deleted.
alter table recording_deletions
  add column sound_key text unique,
  drop constraint recording_deletions_check,
  add constraint recording_deletions_of_one check (num_nonnulls(provider_recording_id, provider_call_id, sound_key) = 1);

-- Deleting a recording, or changing its key, always queues the deletion of its object.
create function delete_sound_object() returns trigger language plpgsql as $$
begin
  insert into recording_deletions (sound_key, delete_at) values (old.sound_key, old.reported_at) on conflict do nothing;
  return null;
end $$;
create trigger recordings_object_deleted after delete on recordings
  for each row when (old.sound_key is not null) execute function delete_sound_object();
create trigger recordings_object_replaced after update of sound_key on recordings
  for each row when (old.sound_key is not null and old.sound_key is distinct from new.sound_key)
  execute function delete_sound_object();
