-- Why a delivery was given up, as a sentence.
alter table webhook_deliveries add column reason text;
-- Somebody wants it sent again. Apart from the tries that are owed, so that asking for it neither costs one nor moves them.
alter table webhook_deliveries add column by_hand_at timestamptz;

create index webhook_deliveries_by_hand on webhook_deliveries (webhook_id) where by_hand_at is not null;
create index webhook_deliveries_due_of_webhook on webhook_deliveries (webhook_id, try_at) where state = 'owed';
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- What was told about an account goes with it, and is kept as long as the event.
alter table webhook_deliveries drop constraint webhook_deliveries_event_id_fkey;
alter table webhook_deliveries
  add constraint webhook_deliveries_event_id_fkey foreign key (event_id) references events on delete cascade;
