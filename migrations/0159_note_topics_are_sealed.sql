-- What a note is about is what somebody has said, too. Null: as it is, until it is sealed with the present key.
alter table talk_notes add column topic_sealed_with text;
