-- What belongs to an account is found without reading everybody's: for the export of its data, and when it is deleted.
create index messages_account on messages (account_id, id) where account_id is not null;
create index contacts_account on contacts (account_id);
create index call_schedules_account on call_schedules (account_id);
