-- A weekly letter by mail with the figures of how each loved one has been, for members who switch it on.
alter table notification_settings
  add column weekly_letter boolean not null default false,
  add column letter_since timestamptz, -- since when it is on without a break; weeks before are in no letter
  add column letter_notified_on date, -- the Monday of the member's calendar on which the last one was due
  add check (weekly_letter = (letter_since is not null));
create index notification_settings_letters on notification_settings (account_id, person_id) where weekly_letter;
