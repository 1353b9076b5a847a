-- The trade's word: members are notified.
alter table aways rename column begin_told_at to begin_notified_at;
alter index aways_to_tell rename to aways_to_notify;
