-- The people who are called, and the people who are told.
create table loved_ones (
  id                      bigint generated always as identity primary key,
  account_id              bigint not null references accounts on delete cascade,
  name                    text not null check (length(name) >= 2),
  phone_number            text not null, -- E.164
  timezone                text not null,
  relationship            text,
  notes                   text,
  medical_conditions      text,
  emergency_contact_name  text,
  emergency_contact_phone text, -- E.164
  record_calls            boolean not null default false,
  retry_attempts          integer check (retry_attempts between 0 and 5), -- null: the operator's default
  retry_delay_minutes     integer check (retry_delay_minutes between 1 and 60),
  second_phone_number     text, -- E.164, dialled on the retries
  created_at              timestamptz not null default now()
);
create index loved_ones_account on loved_ones (account_id, id);

create table contacts (
  id                   bigint generated always as identity primary key,
  account_id           bigint not null references accounts on delete cascade,
  loved_one_id         bigint not null references loved_ones on delete cascade,
  name                 text not null,
  phone_number         text not null,
  contact_type         text not null default 'family' check (contact_type in ('family', 'friend', 'caregiver', 'emergency')),
  is_emergency_contact boolean not null default false,
  relationship         text,
  notes                text,
  created_at           timestamptz not null default now()
);
create index contacts_loved_one on contacts (loved_one_id, id);
