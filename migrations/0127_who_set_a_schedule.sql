-- Which member set a schedule: the timelines of all its calls say so, not of the first alone. Null: their login was deleted.
alter table call_schedules add column created_by bigint references people on delete set null;
create index call_schedules_creator on call_schedules (created_by) where created_by is not null;
update call_schedules set created_by = activity.person_id
  from calls join activity on activity.call_id = calls.id and activity.activity_type = 'call_scheduled'
  where calls.schedule_id = call_schedules.id and activity.person_id is not null;
