-- What calls and texts cost: minutes of a call, parts of a text, and tests by admins.
alter table number_dials add column test_call_id bigint; -- of a test by an admin
alter table number_dials add column duration_seconds integer; -- talked; null before the end and where nobody answered
create index number_dials_test on number_dials (test_call_id) where test_call_id is not null;
alter table messages add column segments smallint not null default 1; -- parts that a text is sent and billed in

create function note_length_of_attempt() returns trigger language plpgsql as $$
begin
  update number_dials set duration_seconds = new.duration_seconds where attempt_id = new.id;
  return null;
end $$;
create trigger attempts_talked after update of duration_seconds on attempts
  for each row when (new.duration_seconds > 0 and new.duration_seconds is distinct from old.duration_seconds)
  execute function note_length_of_attempt();
