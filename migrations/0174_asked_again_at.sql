-- When help was asked for again while people were being notified of the first request. An all-clear from somebody who was
-- notified before that does not answer it.
alter table incident_causes add column asked_again_at timestamptz;
-- Objects that the store did not delete are tried first, however many are due.
create index recording_deletions_tried on recording_deletions (tries desc, delete_at) where sound_key is not null;
