-- How many text messages an account was written in the last day is counted before each of them leaves.
create index messages_texts on messages (account_id, created_at) where channel = 'sms' and account_id is not null;
