-- What the talks of an account have taken in a month (UTC), for its costs: deleting calls changes nothing of it.
create table talk_uses (
  account_id    bigint not null references accounts on delete cascade,
  month         date not null check (extract(day from month) = 1),
  talks         integer not null,
  seconds       bigint not null,
  input_tokens  bigint not null,
  output_tokens bigint not null,
  primary key (account_id, month)
);
