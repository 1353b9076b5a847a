-- Events are forgotten by when they were told, no longer by when they were written.
drop index events_created;
create index events_spread on events (spread_at) where spread_at is not null;
