-- While an admin keeps an account suspended its subscription ends with the month that is paid. Set where Cooee asked for that.
alter table subscriptions add column charging_stopped_at timestamptz;
