-- To whom a message was written, where they sign in: what was written to somebody goes with their login, and nobody else exports it.
-- No foreign key: writing a message and deleting its reader's login would wait for each other.
alter table messages
  add column person_id bigint,
  -- News of the family: it does not leave for somebody who belongs to it no more.
  add column for_member boolean not null default false;
update messages set person_id = people.id
  from members join people on people.id = members.person_id
  where messages.account_id = members.account_id and (
    lower(messages.recipient) in (lower(people.email), lower(people.verified_email))
    -- A number may be a loved one's as well: of texts, only those that an incident's alert wrote to the member.
    or messages.id in (
      select alerts.message_id from alerts join incident_people on incident_people.id = alerts.person_id
        where incident_people.member_id = people.id
    )
  );
create index messages_person on messages (person_id) where person_id is not null;

create function delete_messages_to_person() returns trigger language plpgsql as $$
begin
  delete from messages where person_id = old.id;
  return null;
end $$;
create trigger people_messages after delete on people for each row execute function delete_messages_to_person();
