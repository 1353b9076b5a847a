-- What was told of an account goes with the account: the data of a text message names a person and their number.
alter table events
  drop constraint events_account_id_fkey,
  add constraint events_account_id_fkey foreign key (account_id) references accounts on delete cascade;

-- Whoever is removed is looked for wherever they are referred to; and what is old is forgotten.
create index alerts_person on alerts (person_id);
create index incidents_owner on incidents (owner_id) where owner_id is not null;
create index events_account on events (account_id) where account_id is not null;
create index events_created on events (created_at);
create index inbound_texts_loved_one on inbound_texts (loved_one_id) where loved_one_id is not null;
create index inbound_texts_received on inbound_texts (received_at);

-- Somebody may need help: tried again sooner than other messages.
alter table messages add column is_urgent boolean not null default false;

-- Where the provider could not be asked to stop a phone that rings: when it is asked again.
alter table alert_calls add column hush_again_at timestamptz;

-- Up to when the provider was asked for texts to Cooee's number that no callback told of.
create table inbound_text_looks (
  only_row     boolean primary key default true check (only_row),
  looked_until timestamptz not null
);
-- What was sent before there was anybody to ask for it stays unanswered.
insert into inbound_text_looks (looked_until) values (now());
