-- Whoever leaves takes the recordings of their test calls along at once. One that is being deleted already goes on as it is.
create function delete_recordings_of_test_call() returns trigger language plpgsql as $$
begin
  update recording_deletions set delete_at = old.created_at
  where provider_call_id = old.provider_call_id and tries = 0 and delete_at > old.created_at;
  return null;
end $$;
create trigger test_calls_deleted after delete on test_calls
  for each row when (old.provider_call_id is not null) execute function delete_recordings_of_test_call();
