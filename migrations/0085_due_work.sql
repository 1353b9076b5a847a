-- How often the same work has failed since it last went well: what fails is put off at growing distances, and told
-- (docs/decisions/0074-due-work.md).
alter table incidents add column failures int not null default 0 check (failures >= 0);
alter table attempts add column failures int not null default 0 check (failures >= 0);
alter table alert_calls add column failures int not null default 0 check (failures >= 0);
-- A call whose end we do not know is not the same as a call that nobody answered.
alter table incident_causes drop constraint incident_causes_form_check;
alter table incident_causes add constraint incident_causes_form_check
  check (form in ('missed', 'no_clear_answer', 'put_off', 'failed', 'end_unknown'));
