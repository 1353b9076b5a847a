-- Web push: browsers that a person wants notified beside texts and mails, and messages to them in the outbox.
create table push_devices (
  id            bigint generated always as identity primary key,
  person_id     bigint not null references people on delete cascade,
  -- Address and keys at the push service of the browser's maker: who has them can send to it.
  subscription  text not null,
  sealed_with   text,
  endpoint_hash text not null unique, -- one row for a browser; base64url of SHA-256
  device        text not null check (char_length(device) <= 100),
  device_hash   bytea, -- of the token by which the browser is known
  created_at    timestamptz not null default now(),
  last_sent_at  timestamptz
);
create index push_devices_person on push_devices (person_id);

alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('email', 'sms', 'push'));
-- Of a push: the mail or text with the same news. It is dropped once that news is not needed any more.
alter table messages add column beside_id bigint references messages on delete cascade;
create index messages_beside on messages (beside_id) where beside_id is not null;
