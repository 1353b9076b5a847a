-- A contact is asked whether they agree, says when they can be reached and how far they are. Contacts that exist have been asked
-- nothing: their question is due within the next six days, so that not everybody is texted at once.
alter table contacts
  add column state text not null default 'asked' check (state in ('asked', 'agreed', 'declined', 'stopped', 'unreachable')),
  -- When the next question is due; null: none is, because they said no or cannot be texted. The default is for the release before.
  add column ask_at timestamptz default now(),
  add column asked_at timestamptz,
  add column answered_at timestamptz,
  -- Of a yes that stands; it outlives a STOP, and texts that do not arrive.
  add column agreed_at timestamptz,
  -- When the last text of ours arrived at their phone.
  add column delivered_at timestamptz,
  -- Part of what their link is signed for: another number makes older links invalid.
  add column link_version integer not null default 1 check (link_version > 0),
  add column reachable_days text[] not null default '{}'
    check (reachable_days <@ array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  add column reachable_from text check (reachable_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column reachable_to text check (reachable_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Null: the loved one's.
  add column reachable_zone text check (char_length(reachable_zone) between 1 and 100),
  -- The first day on which they can be reached again.
  add column away_until date,
  add column minutes_away integer check (minutes_away between 0 and 600),
  add column has_key boolean not null default false,
  add column key_note text,
  add column key_note_sealed_with text,
  add constraint contacts_agreed_check check (state <> 'agreed' or (agreed_at is not null and answered_at is not null)),
  add constraint contacts_declined_check check (state <> 'declined' or (agreed_at is null and answered_at is not null)),
  add constraint contacts_said_no_check check (state not in ('declined', 'stopped') or ask_at is null),
  add constraint contacts_hours_check check ((reachable_from is null) = (reachable_to is null));
update contacts set ask_at = now() + interval '1 day' + random() * interval '5 days';
create index contacts_ask_at on contacts (ask_at) where ask_at is not null;
