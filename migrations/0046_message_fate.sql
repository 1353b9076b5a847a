-- What became of a text or mail of an alert, where no message says so: it was left out, since the person had had enough texts
-- for an hour, or its message has been forgotten (docs/decisions/0056-one-person-one-incident.md and 0057).
alter table alerts
  add column message_fate text check (message_fate in ('left_out', 'delivered', 'not_delivered', 'not_needed'));
