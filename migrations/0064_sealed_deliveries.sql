-- What other systems are told is sealed where it waits for them, and an event keeps nothing once its deliveries are written.
alter table webhook_deliveries add column sealed_with text;
create index webhook_deliveries_sealed on webhook_deliveries (sealed_with, id);
update events set data = '{}' where spread_at is not null;
