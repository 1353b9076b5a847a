-- Calls that the provider is asked to cancel until it has: what was given up, what nobody needs any more, and what was removed here while it was queued or rang.

-- It outlives the loved one and the account, and says nothing about anybody: of the phone it keeps a hash.
create table calls_to_cancel (
  provider_call_id text primary key,
  phone_hash       text not null, -- of its number: while it may ring, no other call of ours does
  since            timestamptz not null,
  cancel_at        timestamptz not null -- when it is asked next
);
create index calls_to_cancel_due on calls_to_cancel (cancel_at);
create index calls_to_cancel_phone on calls_to_cancel (phone_hash, since);

insert into calls_to_cancel (provider_call_id, phone_hash, since, cancel_at)
select provider_call_id, md5(phone_number), coalesce(ended_at, started_at), cancel_at
from attempts where cancel_at is not null and provider_call_id is not null;

alter table attempts drop column cancel_at;
alter table alert_calls drop column hush_again_at;
