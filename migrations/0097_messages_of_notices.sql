-- Which messages tell a notice of a plan, and which text message took a mail's place: both were read from the messages' keys.
alter table plan_notices add column message_ids bigint[] not null default '{}';
alter table messages add column instead_of bigint references messages on delete set null;
create index messages_instead_of on messages (instead_of) where instead_of is not null;

update messages set instead_of = mails.id
from messages mails
where messages.dedupe_key = 'instead:' || mails.id;

update plan_notices set message_ids = told.ids
from (
  select plan_notices.account_id, plan_notices.kind, plan_notices.about, array_agg(messages.id order by messages.id) as ids
  from plan_notices join messages on messages.account_id = plan_notices.account_id
    and messages.dedupe_key like 'plan:%'
    and messages.dedupe_key in (
      'plan:' || plan_notices.account_id || ':' || kind || ':' || round(extract(epoch from about) * 1000) || ':email',
      'plan:' || plan_notices.account_id || ':' || kind || ':' || round(extract(epoch from about) * 1000) || ':sms')
  group by plan_notices.account_id, plan_notices.kind, plan_notices.about
) told
where told.account_id = plan_notices.account_id and told.kind = plan_notices.kind and told.about = plan_notices.about;
