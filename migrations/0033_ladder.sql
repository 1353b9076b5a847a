-- An incident goes on until a person closes it, knows what was heard, and can be withdrawn when it was no person's.
alter table incidents
  drop constraint incidents_cause_check,
  -- uncertain_help: words that may have asked for help; unclear: a person said something that was not understood
  add constraint incidents_cause_check check (cause in ('not_reached', 'help', 'uncertain_help', 'unclear')),
  add column heard             text, -- the words as heard, for the account holder alone
  add column heard_sealed_with text,
  add column withdrawn_at      timestamptz, -- when it turned out that no person had raised it
  add column absorbed_by       bigint references incidents on delete set null, -- the cry for help that took its place
  add column begun_at          timestamptz not null default now(), -- since when people are told: opened, begun anew, or given back
  add column round_at          timestamptz not null default now(), -- when the present round begins
  add column pauses            integer not null default 0 check (pauses >= 0), -- pauses between rounds since then
  drop constraint incidents_round_check,
  add constraint incidents_round_check check (round >= 1),
  drop constraint incidents_check, -- unresolved was an end; what ended so keeps its end
  drop constraint incidents_check1,
  -- Never silent: as long as it has not ended, something is still to happen, by itself.
  add constraint incidents_open_has_next_step check ((ended_at is null) = (next_step_at is not null)),
  add constraint incidents_running_is_open check (status not in ('running', 'owned') or ended_at is null),
  add constraint incidents_resolved_has_ended check (status <> 'resolved' or ended_at is not null),
  add constraint incidents_withdrawn_has_ended check (withdrawn_at is null or status = 'resolved'),
  add constraint incidents_withdrawn_alarm check (withdrawn_at is null or cause <> 'not_reached'),
  add check (heard_sealed_with is null or heard is not null);
update incidents set begun_at = opened_at, round_at = opened_at;
create index incidents_heard_sealed_with on incidents (heard_sealed_with, id) where heard is not null;
create index incidents_absorbed_by on incidents (absorbed_by) where absorbed_by is not null;
drop index incidents_open;
create index incidents_open on incidents (id) where ended_at is null;

-- withdrawn: no person had raised it; rang: the loved one's phone has rung Cooee
alter table alerts
  drop constraint alerts_purpose_check,
  add constraint alerts_purpose_check check (purpose in
    ('alert', 'taken', 'given_back', 'nobody_reached', 'unresolved', 'all_clear', 'withdrawn', 'rang'));
