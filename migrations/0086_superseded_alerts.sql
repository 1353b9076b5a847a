-- An alert counts no more once its incident is about something else, or once it is queued again. superseded_at says since when; until now
-- such alerts had a round below zero.
alter table alerts add column superseded_at timestamptz;
alter table alerts drop constraint alerts_incident_id_person_id_purpose_round_channel_key;
update alerts set superseded_at = created_at, round = -round where round < 0;
alter table alerts add constraint alerts_round_check check (round >= 1);
create unique index alerts_once on alerts (incident_id, person_id, purpose, round, channel) where superseded_at is null;
