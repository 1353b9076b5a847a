-- An alert by phone is written down as owed; whoever takes a place in the provider's rate for it dials it.
alter table alert_calls
  drop constraint alert_calls_state_check,
  add constraint alert_calls_state_check check (state in ('owed', 'dialling', 'unknown', 'placed', 'ended')),
  alter column state set default 'owed',
  alter column dials set default 0,
  drop constraint alert_calls_outcome_check,
  -- not_needed: somebody had taken it on, or it had ended, before this phone was picked up
  add constraint alert_calls_outcome_check check (outcome in
    ('took', 'declined', 'ok', 'no_answer', 'busy', 'no_response', 'refused', 'failed', 'not_needed')),
  add column steps_heard text[] not null default '{}', -- the questions whose answer has been taken: a second time changes nothing
  add column hushed_at timestamptz; -- when the provider was asked to let it ring no more

create index alert_calls_owed on alert_calls (settle_at) where state = 'owed';
-- Whether a text whose sending was interrupted is another message's is looked up by the provider's id.
create index messages_provider_id on messages (provider_id) where provider_id is not null;
