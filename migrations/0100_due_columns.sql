-- Every table of due work has the same three columns (docs/decisions/0074-due-work.md): `next_at`, when it is due next; `claimed_until`, while
-- one worker is at it; `failures`, how often it has failed in a row. Dials have had them since 0098.
alter table incidents rename column next_step_at to next_at;
alter table incidents rename constraint incidents_open_has_next_step to incidents_open_has_next;
alter table incidents add column claimed_until timestamptz;
alter index incidents_next_step rename to incidents_due;

alter table calls_to_cancel rename column cancel_at to next_at;
alter table calls_to_cancel
  add column claimed_until timestamptz,
  add column failures integer not null default 0 check (failures >= 0);

alter table webhook_deliveries rename column try_at to next_at;
alter table webhook_deliveries add column failures integer not null default 0 check (failures >= 0);
-- A delivery is due by its own time, or because an admin asked for it: whichever comes first.
drop index webhook_deliveries_due, webhook_deliveries_due_of_webhook, webhook_deliveries_by_hand;
create index webhook_deliveries_due on webhook_deliveries (least(next_at, by_hand_at))
  where least(next_at, by_hand_at) is not null;
create index webhook_deliveries_due_of_webhook on webhook_deliveries (webhook_id, least(next_at, by_hand_at))
  where least(next_at, by_hand_at) is not null;
