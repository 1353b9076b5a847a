-- Phones that want no calls or texts of Cooee, by number, for the whole installation: kept whatever becomes of accounts and their people.
create table phone_refusals (
  id                  bigint generated always as identity primary key,
  phone_hash          text not null, -- of the number in E.164, with the key that seals it: looked up by this
  phone_number        text not null,
  sealed_with         text, -- the id of the key; null: stored as it is
  calls_refused_at    timestamptz,
  texts_refused_at    timestamptz,
  is_text_stop        boolean not null default false, -- the provider delivers no text either, until START
  check (calls_refused_at is not null or texts_refused_at is not null)
);
create index phone_refusals_phone on phone_refusals (phone_hash);
create index phone_refusals_sealed on phone_refusals (sealed_with, id);

-- Contacts that answered STOP. The rounds that seal give these their key and their hash.
insert into phone_refusals (phone_hash, phone_number, calls_refused_at, texts_refused_at, is_text_stop)
select encode(sha256(convert_to(phone_number, 'UTF8')), 'hex'), phone_number, min(texts_stopped_at), min(texts_stopped_at), true
from contacts where texts_stopped_at is not null group by phone_number;
alter table contacts drop column texts_stopped_at;

-- When a call ended because its phone wants none; of one under way, since when.
alter table calls add column refused_at timestamptz;

-- A number proves itself on the public page by a code that is sent to it.
create table stop_codes (
  phone_hash text primary key,
  code_hash  text not null,
  tries      int not null default 0,
  expires_at timestamptz not null
);
