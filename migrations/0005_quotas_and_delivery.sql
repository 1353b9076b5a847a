-- How often something was used in its present window, and what the delivery of messages has to remember.
create table quota_uses (
  quota             text not null, -- what is limited, such as 'register'
  subject           text not null, -- whom it is limited for: an address, an account, an e-mail
  window_started_at timestamptz not null,
  used              integer not null check (used >= 0),
  primary key (quota, subject)
);

-- Where an account has signed in from before: a stranger's wrong guesses elsewhere do not delay its owner here.
create table known_addresses (
  account_id   bigint not null references accounts on delete cascade,
  address      text not null,
  last_used_at timestamptz not null,
  primary key (account_id, address)
);

alter table messages
  add column is_secret     boolean not null default false, -- the text is blanked once a mail server has taken it
  add column tries         integer not null default 0,
  add column claimed_until timestamptz; -- somebody is sending it until then
