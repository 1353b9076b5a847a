-- What people write to Cooee, and what is answered, is sealed as what is said in calls.
alter table inbound_texts add column sealed_with text;
alter table inbound_texts add column reply_sealed_with text;
create index inbound_texts_sealed on inbound_texts (sealed_with, provider_message_id);
create index inbound_texts_reply_sealed on inbound_texts (reply_sealed_with, provider_message_id);
