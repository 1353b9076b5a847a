-- Times away: calls inside do not ring, and alarm nobody. The days are whole days on the loved one's clock; the instants follow from them.
create table aways (
  id               bigint generated always as identity primary key,
  account_id       bigint not null references accounts (id) on delete cascade,
  loved_one_id     bigint not null references loved_ones (id) on delete cascade,
  starts_on        date not null,
  ends_on          date not null, -- the last day without calls
  starts_at        timestamptz not null,
  ends_at          timestamptz not null,
  remind_at        timestamptz, -- null: no notice before the end is due
  reason           text not null check (reason in ('holiday', 'hospital', 'family', 'other')),
  note             text,
  note_sealed_with text,
  set_by           text not null check (set_by in ('account_holder', 'text', 'call')),
  begun_at         timestamptz, -- when its beginning was reported
  reminded_at      timestamptz,
  ended_at         timestamptz, -- when its end was reported
  ended_early_at   timestamptz,
  created_at       timestamptz not null default now(),
  constraint aways_end_after_start check (ends_at > starts_at and ends_on >= starts_on),
  constraint aways_at_most_90_days check (ends_on - starts_on < 90 and ends_at - starts_at < interval '92 days'),
  -- Without an extension: of a number a range of one. Checked at the commit, since a move to another zone moves several.
  constraint aways_without_overlap exclude using gist (
    int8range(loved_one_id, loved_one_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  ) deferrable initially deferred
);
create index aways_of_loved_one on aways (loved_one_id, ends_at);
create index aways_account on aways (account_id);
create index aways_to_begin on aways (starts_at) where begun_at is null;
create index aways_to_remind on aways (remind_at) where remind_at is not null;
create index aways_to_end on aways (ends_at) where ended_at is null;
