-- A call that somebody picked up without giving a clear answer is no call that nobody answered. What was written before keeps its words.
alter table incident_causes drop constraint incident_causes_form_check;
alter table incident_causes add constraint incident_causes_form_check
  check (form in ('missed', 'no_clear_answer', 'put_off', 'failed'));
