-- What the dashboard asks of an account with thousands of people and years of calls: each reads as little as it shows.
create index calls_completed on calls (account_id) where status = 'completed';
create index calls_not_answered on calls (account_id, scheduled_for desc) where status in ('missed', 'failed', 'voicemail');
create index incidents_open_of_account on incidents (account_id) where ended_at is null;
