-- Columns of dials and messages with one meaning each (docs/glossary.md). Nothing but names changes; like 0102 this needs every
-- process of the release before to be stopped.
alter table dials rename column tries to reconcile_count;
alter view attempts rename column tries to reconcile_count;
alter view alert_calls rename column tries to reconcile_count;
alter view test_calls rename column tries to reconcile_count;
alter table dials rename column asked_at to requested_at;
alter view attempts rename column asked_at to requested_at;

alter table messages rename column instead_of to fallback_for_id;
alter table messages rename column instead_recipient to fallback_recipient;
alter table messages rename column instead_text to fallback_text;
alter index messages_instead_of rename to messages_fallback_for;
