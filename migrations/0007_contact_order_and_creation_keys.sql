-- The order in which an account holder wants a loved one's contacts, and what a repeated request has already created.
alter table contacts add column position integer;
update contacts
   set position = numbered.position
  from (select id, row_number() over (partition by loved_one_id order by id) as position from contacts) as numbered
 where contacts.id = numbered.id;
alter table contacts alter column position set not null;
-- Checked at the end of a statement, so that one update can set a whole new order.
alter table contacts add constraint contacts_position unique (loved_one_id, position) deferrable initially immediate;
drop index contacts_loved_one; -- the order's own index finds them as well

create table creation_keys (
  account_id   bigint not null references accounts on delete cascade,
  key          text not null, -- the client's, one for each thing it means to create
  request_hash bytea not null, -- what was asked for: the same key for something else is refused
  created_id   bigint, -- set before the transaction ends
  created_at   timestamptz not null,
  primary key (account_id, key)
);
create index creation_keys_age on creation_keys (created_at);
