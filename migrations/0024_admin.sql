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
