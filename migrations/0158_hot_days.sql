-- The last good forecast of a town and day. An answer that fails leaves it as it is, with its age.
create table town_forecasts (
  town       text not null,
  day        date not null, -- on the town's own calendar
  degrees    int not null check (degrees between -30 and 60), -- the highest temperature, in whole degrees Celsius
  fetched_at timestamptz not null,
  primary key (town, day)
);

-- One more call that is offered for a very hot day. Nothing is rung by an offer: a member accepts it, and that schedules a call.
create table hot_day_offers (
  id           bigint generated always as identity primary key,
  account_id   bigint not null references accounts (id) on delete cascade,
  loved_one_id bigint not null references loved_ones (id) on delete cascade,
  town         text not null,
  day          date not null, -- on the loved one's calendar
  degrees      int not null,
  state        text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  call_id      bigint unique references calls (id) on delete set null, -- null once the call was removed, too
  person_id    bigint references people (id) on delete set null, -- who has decided
  decided_at   timestamptz,
  created_at   timestamptz not null default now(),
  unique (loved_one_id, day),
  constraint hot_day_offers_decided check ((state in ('accepted', 'declined')) = (decided_at is not null)),
  constraint hot_day_offers_call_of_accepted check (call_id is null or state = 'accepted'),
  constraint hot_day_offers_person_of_decided check (person_id is null or decided_at is not null)
);
create index hot_day_offers_account on hot_day_offers (account_id);
create index hot_day_offers_person on hot_day_offers (person_id);
create index hot_day_offers_open on hot_day_offers (day) where state = 'open';
