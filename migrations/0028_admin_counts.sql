-- What the System tab counts, without reading what is not counted.
create index webhook_deliveries_given_up on webhook_deliveries (ended_at) where state = 'given_up';
create index audit_log_texts_not_sent on audit_log (at) where action = 'test_text.not_sent';
