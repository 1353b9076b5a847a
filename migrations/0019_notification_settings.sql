-- What an account holder wants to be told, and how. Whoever has chosen nothing has no row here.
create table notification_settings (
  account_id           bigint primary key references accounts on delete cascade,
  -- Never silent: a missed call, a late one and what threatens the calls are always told by e-mail.
  missed_calls_email   boolean not null check (missed_calls_email),
  missed_calls_sms     boolean not null,
  incidents_email      boolean not null,
  incidents_sms        boolean not null,
  late_calls_email     boolean not null check (late_calls_email),
  late_calls_sms       boolean not null,
  answered_calls_email boolean not null,
  answered_calls_sms   boolean not null,
  billing_email        boolean not null check (billing_email),
  billing_sms          boolean not null,
  summary_frequency    text not null check (summary_frequency in ('off', 'daily', 'weekly')),
  summary_hour         integer not null check (summary_hour between 0 and 23), -- on the account holder's own clock
  summary_since        timestamptz, -- since when it is on without a break; days before are not summed up
  summary_told_on      date, -- the day of the account holder's calendar on which the last one was due
  check ((summary_frequency = 'off') = (summary_since is null))
);
create index notification_settings_summaries on notification_settings (summary_frequency, summary_hour)
  where summary_frequency <> 'off';

-- A text message that goes out in place of this mail when it cannot be delivered.
alter table messages
  add column instead_recipient text,
  add column instead_text      text,
  add check ((instead_recipient is null) = (instead_text is null)),
  add check (instead_text is null or channel = 'email');
