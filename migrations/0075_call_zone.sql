-- The zone in which a call was made: its times are read in it after the loved one has moved to another.
alter table calls add column zone text;
update calls set zone = loved_ones.timezone from loved_ones
  where loved_ones.id = calls.loved_one_id and calls.status <> 'scheduled';
alter table calls add constraint calls_zone_check check (status = 'scheduled' or zone is not null);

-- A trigger, because many statements dial a call or end it.
create function keep_zone_of_call() returns trigger language plpgsql as $$
begin
  select timezone into new.zone from loved_ones where id = new.loved_one_id;
  return new;
end $$;
create trigger calls_keep_zone before insert or update of status on calls
  for each row when (new.status <> 'scheduled' and new.zone is null) execute function keep_zone_of_call();
