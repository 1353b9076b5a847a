-- Which member set a time away: its mail says so also when it begins later. Null: the person themselves, or their login was deleted.
alter table aways add column person_id bigint references people on delete set null;
create index aways_person on aways (person_id);
