-- Columns and states of incidents with one meaning each (docs/glossary.md): `person_id` is always a row of `people`. Nothing but
-- names changes; like 0102 this needs every process of the release before to be stopped.
alter table alerts rename column person_id to incident_person_id;
alter index alerts_person rename to alerts_incident_person;
alter table inbound_calls rename column person_id to incident_person_id;
alter table incident_people rename column member_id to person_id;
alter table incidents rename column given_again_at to deadline_extended_at;

alter table alerts drop constraint alerts_message_result_check;
update alerts set message_result = 'suppressed' where message_result = 'left_out';
alter table alerts add constraint alerts_message_result_check
  check (message_result in ('suppressed', 'delivered', 'not_delivered', 'not_needed'));

alter table incident_causes drop constraint incident_causes_form_check;
update incident_causes set form = 'not_yet' where form = 'put_off';
alter table incident_causes add constraint incident_causes_form_check
  check (form in ('missed', 'no_clear_answer', 'not_yet', 'failed', 'end_unknown'));
