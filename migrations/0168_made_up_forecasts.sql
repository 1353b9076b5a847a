-- What the sandbox makes up is marked, so that a server with a true source, or none, removes it when it starts.
-- Of those that are there nobody knows: they are asked for again within the hour.
delete from town_forecasts;
alter table town_forecasts add column is_made_up boolean not null default false;
alter table hot_day_offers add column is_made_up boolean not null default false;
-- Null while its push service takes pushes. A browser gives a new address of its own where the old one is gone.
alter table push_devices add column gone_at timestamptz;
