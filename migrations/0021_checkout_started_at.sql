-- A checkout was opened and may be paid any minute: until a day later the provider is asked more often, in case nobody
-- tells that it was.
alter table subscriptions add column checkout_started_at timestamptz;
