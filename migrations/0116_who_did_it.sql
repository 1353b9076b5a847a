-- Which member did what stands in the activity log; the sentence itself keeps the name when their login is deleted.
alter table activity add column person_id bigint references people on delete set null;
create index activity_person on activity (person_id) where person_id is not null;
-- The timeline of a call names who booked, moved or cancelled it.
create index activity_acts_of_call on activity (call_id) where call_id is not null and person_id is not null;
-- Until now the one person of an account was meant by "You": when others belong to it, they read the name.
update activity set person_id = owners.person_id
  from owners
  where owners.account_id = activity.account_id
    and (description like 'You %' or description like 'You''re %' or description like 'You''ve %');
