-- Schedules of types that a new subscription does not include, made in the free trial: until when they go on.
alter table subscriptions add column uncovered_until timestamptz;
create index subscriptions_uncovered on subscriptions (uncovered_until) where uncovered_until is not null;

alter table plan_notices drop constraint plan_notices_kind_check;
alter table plan_notices add constraint plan_notices_kind_check
  check (kind in ('trial_ending', 'lapsed', 'suspension_near', 'suspended', 'resumed', 'calls_nearly_used', 'calls_used',
    'types_ending', 'types_ended'));
