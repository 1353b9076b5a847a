-- How many text messages one phone was written in the last day is counted before each of them leaves (docs/decisions/0068-what-strangers-may-write.md).
create index messages_texts_to on messages (recipient, created_at) where channel = 'sms' and account_id is not null;
