-- How much a person knew when they answer: what they have not been told of is not closed by them (docs/decisions/0056-one-person-one-incident.md).
alter table incident_people
  add column informed_at timestamptz; -- when they last read or heard all that the incident is about, on its page or in a call
