-- One open incident for one loved one. What it is about are its causes: each call that did not end well, and each cry for help.
create table incident_causes (
  id                bigint generated always as identity primary key,
  incident_id       bigint not null references incidents on delete cascade,
  call_id           bigint unique references calls on delete cascade, -- null: help was asked for by ringing Cooee or by text message
  -- not_placed: Cooee did not ring at all
  cause             text not null check (cause in ('not_placed', 'not_reached', 'unclear', 'uncertain_help', 'help')),
  form              text check (form in ('missed', 'put_off', 'failed')), -- how it was that they were not reached
  headline          text not null, -- what happened, without a full stop, as it was said on that day
  detail            text, -- why, as a sentence
  heard             text, -- the words as heard, for the account holder alone
  heard_sealed_with text,
  is_by_words       boolean not null default false, -- words on the phone raised it, and no key
  scheduled_for     timestamptz, -- of the call
  happened_at       timestamptz not null,
  ended_at          timestamptz, -- since when nobody is needed for it any more
  withdrawn_at      timestamptz, -- when it turned out that no person had raised it
  check ((form is not null) = (cause = 'not_reached')),
  check ((call_id is null) = (scheduled_for is null)),
  check (heard_sealed_with is null or heard is not null),
  check (withdrawn_at is null or ended_at is not null)
);

-- Each cause keeps the number of the incident it was: what was heard is sealed for its row.
insert into incident_causes (id, incident_id, call_id, cause, form, headline, detail, heard, heard_sealed_with,
  is_by_words, scheduled_for, happened_at, ended_at, withdrawn_at)
overriding system value
select incidents.id, incidents.id, call_id, cause,
  case when cause <> 'not_reached' then null
    when headline like '%has not confirmed it' then 'put_off'
    when headline like '%could not be placed' then 'failed'
    else 'missed' end,
  headline, detail, heard, heard_sealed_with, is_by_words, calls.scheduled_for, incidents.opened_at,
  coalesce(incidents.ended_at, incidents.withdrawn_at), incidents.withdrawn_at
from incidents left join calls on calls.id = incidents.call_id;
select setval(pg_get_serial_sequence('incident_causes', 'id'), (select coalesce(max(id), 0) + 1 from incident_causes), false);
create index incident_causes_incident on incident_causes (incident_id, id);
create index incident_causes_heard_sealed_with on incident_causes (heard_sealed_with, id) where heard is not null;

-- Misses whose place a request for help had taken go on, should it be withdrawn.
update incident_causes set incident_id = taken.absorbed_by, ended_at = null
from incidents taken join incidents cry on cry.id = taken.absorbed_by
where taken.id = incident_causes.incident_id and cry.ended_at is null;

-- Of several open incidents of one person the gravest goes on, of equals the one that somebody looks after.
with joined as (
  select id, kept from (
    select id, first_value(id) over (
      partition by loved_one_id
      order by case cause when 'help' then 0 when 'uncertain_help' then 1 when 'unclear' then 2 else 3 end,
        status = 'owned' desc, id
    ) as kept
    from incidents where ended_at is null
  ) open where id <> kept
), moved as (
  update incident_causes set incident_id = kept from joined where joined.id = incident_causes.incident_id
)
update incidents set status = 'resolved', next_step_at = null, ended_at = now(),
  ended_how = 'It goes on together with another alert about the same person.'
from joined where joined.id = incidents.id;

alter table incidents
  drop constraint incidents_call_id_key, -- call_id: of the cause that decides who is told; what else it is about stays when that call goes
  drop constraint incidents_call_id_fkey,
  add constraint incidents_call_id_fkey foreign key (call_id) references calls on delete set null,
  drop constraint incidents_cause_check,
  add constraint incidents_cause_check check (cause in ('not_placed', 'not_reached', 'unclear', 'uncertain_help', 'help')),
  drop constraint incidents_withdrawn_alarm,
  add constraint incidents_withdrawn_alarm check (withdrawn_at is null or cause not in ('not_placed', 'not_reached')),
  drop column heard,
  drop column heard_sealed_with,
  drop column is_by_words,
  drop column absorbed_by,
  add column contacts_from timestamptz, -- contacts are told nothing before
  add column given_again_at timestamptz; -- when its owner got their time again, after Cooee had not been running
create unique index incidents_open_of_loved_one on incidents (loved_one_id) where ended_at is null;
create index incidents_call on incidents (call_id) where call_id is not null;

-- further: something else has happened while the incident is open
alter table alerts
  drop constraint alerts_purpose_check,
  add constraint alerts_purpose_check check (purpose in
    ('alert', 'further', 'taken', 'given_back', 'nobody_reached', 'unresolved', 'all_clear', 'withdrawn', 'rang'));
