-- What the admin area counts, without reading what is not counted.
create index calls_per_day on calls (scheduled_for, status);
create index attempts_in_trouble on attempts (started_at)
  where state in ('not_placed', 'unknown') or outcome in ('refused', 'failed');
create index alert_calls_in_trouble on alert_calls (started_at) where state = 'unknown' or outcome in ('refused', 'failed');
create index messages_refused on messages (failed_at) where failed_at is not null;
create index messages_lost on messages (sent_at) where delivery = 'failed';
create index webhook_tries_failed on webhook_tries (tried_at) where error is not null;
create index incidents_open on incidents (id) where status in ('running', 'owned');
create index test_calls_created on test_calls (created_at);
create index test_calls_phone_open on test_calls (phone_number) where status in ('dialling', 'unknown');

-- Whoever leaves takes their test calls along. What they did as an admin stays, and says no longer who they were.
alter table test_calls
  drop constraint test_calls_account_id_fkey,
  add constraint test_calls_account_id_fkey foreign key (account_id) references accounts on delete cascade;
create index test_calls_account on test_calls (account_id);
create index audit_log_account on audit_log (account_id) where account_id is not null;
create function forget_name_in_audit_log() returns trigger language plpgsql as $$
begin
  new.username := 'former admin';
  new.address := null;
  return new;
end $$;
create trigger audit_log_account_deleted before update of account_id on audit_log
  for each row when (old.account_id is not null and new.account_id is null) execute function forget_name_in_audit_log();
