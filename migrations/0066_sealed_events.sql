-- What somebody wrote is sealed in an event too, until it is in the deliveries. `words_of` is the provider's id of the text.
alter table events add column words text;
alter table events add column words_of text;
alter table events add column sealed_with text;
alter table events add constraint events_words_of check (words is null or words_of is not null);
update events set words = data ->> 'text', words_of = data ->> 'messageId', data = data || '{"text": null}'
where spread_at is null and event = 'sms.received' and data ->> 'text' is not null;
create index events_sealed on events (sealed_with, id) where words is not null;
