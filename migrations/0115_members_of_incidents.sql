-- An incident notifies every member of a circle, each by their own settings. Until now the account holder alone stood in it.
alter table incident_people drop constraint incident_people_role_check, drop constraint incident_people_check;
alter table incident_people add column member_id bigint references people on delete set null;
update incident_people set role = 'member', member_id = owners.person_id
  from incidents join owners on owners.account_id = incidents.account_id
  where incidents.id = incident_people.incident_id and incident_people.role = 'account_holder';
-- The person may be deleted later: the row keeps what was sent.
alter table incident_people
  add constraint incident_people_role_check check (role in ('member', 'contact')),
  add constraint incident_people_member_check check (role = 'member' or (member_id is null and phone_number is not null));
create unique index incident_people_member on incident_people (incident_id, member_id);
create index incident_people_members on incident_people (member_id);

-- A member who is away: whole days on their own clock, the last one included. Alerts go to the others meanwhile.
alter table members
  add column away_from date,
  add column away_until date,
  add column covered_by bigint,
  add constraint members_away_check check (
    (away_from is null) = (away_until is null) and away_until >= away_from and away_until - away_from < 90
    and (covered_by is null or (away_from is not null and covered_by <> person_id))
  ),
  add constraint members_covered_by_fkey foreign key (account_id, covered_by) references members (account_id, person_id)
    on delete set null (covered_by);
create index members_covered_by on members (account_id, covered_by);

-- Other members than the account holder may have no news at all.
alter table notification_settings
  drop constraint notification_settings_missed_calls_email_check,
  drop constraint notification_settings_late_calls_email_check,
  drop constraint notification_settings_billing_email_check;
