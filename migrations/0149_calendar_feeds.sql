-- The calendar of a member: an address that calendar apps fetch without a login. It is stored hashed, is shown once, and
-- ends with the membership.
create table calendar_feeds (
  account_id  bigint not null,
  person_id   bigint not null,
  token_hash  bytea not null unique,
  shows_names boolean not null default false, -- what a device or a shared calendar shows is read by others
  created_at  timestamptz not null default now(),
  primary key (account_id, person_id),
  foreign key (account_id, person_id) references members (account_id, person_id) on delete cascade
);
create index calendar_feeds_person on calendar_feeds (person_id);
