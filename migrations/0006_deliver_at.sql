-- When a message's next try is due: what a job should have woken for long ago is found without the job.
alter table messages add column deliver_at timestamptz not null default now();
create index messages_unsent on messages (channel, deliver_at) where sent_at is null and failed_at is null;
