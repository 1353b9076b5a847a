-- What a call needs to be true on a real line: where the conversation is, what the person is called, and what helps whoever goes there.
alter table loved_ones
  add column preferred_name             text, -- what she is called on the phone; null: the first word of the name
  add column reminder_text              text, -- said in a medication reminder, and only after a key of a person
  add column reminder_text_sealed_with  text,
  add column address                    text, -- for whoever takes an incident on
  add column address_sealed_with        text,
  add column access_note                text, -- where the key is, about the dog
  add column access_note_sealed_with    text,
  add check (reminder_text_sealed_with is null or reminder_text is not null),
  add check (address_sealed_with is null or address is not null),
  add check (access_note_sealed_with is null or access_note is not null);
create index loved_ones_reminder_text_sealed_with on loved_ones (reminder_text_sealed_with, id) where reminder_text is not null;
create index loved_ones_address_sealed_with on loved_ones (address_sealed_with, id) where address is not null;
create index loved_ones_access_note_sealed_with on loved_ones (access_note_sealed_with, id) where access_note is not null;

alter table attempts
  add column conversation jsonb not null default '{}', -- the steps taken so far and what they established; no words are in it
  drop constraint attempts_outcome_check,
  -- not_understood: a person answered and said something that was not understood
  add constraint attempts_outcome_check check (outcome in
    ('acknowledged', 'help', 'not_yet', 'no_answer', 'busy', 'no_response', 'not_understood', 'machine', 'refused', 'failed'));

alter table notification_settings
  add column tell_at_first_try boolean not null default false, -- told at the first unanswered try, not only at the end
  add column ring_me_first     boolean not null default true;  -- rung two minutes after the text, while contacts go on in their order
