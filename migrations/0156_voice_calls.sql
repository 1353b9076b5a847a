-- Calls to a member's own phone in which they record their voice: dials of a fourth purpose, and what each is to record.
alter table dials
  drop constraint dials_purpose_check,
  add constraint dials_purpose_check check (purpose in ('care', 'alert', 'test', 'voice')),
  add constraint dials_voice_check check (purpose <> 'voice' or (account_id is not null and state <> 'queued' and outcome is null
    and (ended_at is null) = (state not in ('ended', 'not_placed')))),
  drop constraint dials_purpose_columns,
  add constraint dials_purpose_columns check ((purpose = 'care' or call_id is null) and (purpose = 'alert' or alert_id is null)
    and (purpose in ('test', 'voice') or account_id is null) and (purpose = 'test' or (call_type is null and prompt_text is null)));
alter table number_dials
  drop constraint number_dials_purpose_check,
  add constraint number_dials_purpose_check check (purpose in ('care', 'alert', 'test', 'text', 'voice'));
create index dials_voices on dials (started_at) where purpose = 'voice';

create view voice_calls as
  select id, purpose, account_id, phone_number, state, provider_call_id, provider_status, started_at,
    answered_at, ended_at, keys, duration_seconds, next_at, claimed_until, reconcile_count, failures
  from dials where purpose = 'voice';
alter view voice_calls alter column purpose set default 'voice';

create table voice_requests (
  dial_id      bigint primary key references dials on delete cascade,
  account_id   bigint not null references accounts on delete cascade,
  person_id    bigint not null,
  schedule_id  bigint not null references call_schedules on delete cascade,
  part         text not null check (part in ('greeting', 'question')),
  requested_at timestamptz not null,
  fetched_ids  text[] not null default '{}', -- the provider's ids of what was recorded in it and fetched
  recording_id bigint references voice_recordings on delete set null, -- what was fetched last
  used_at      timestamptz, -- they pressed the key to use it
  foreign key (account_id, person_id) references members on delete cascade
);
create index voice_requests_of_schedule on voice_requests (schedule_id);
create index voice_requests_member on voice_requests (account_id, person_id);
create index voice_requests_recording on voice_requests (recording_id) where recording_id is not null;
