-- A regular call that rings soon stands in for a catch-up call. Where it is moved, skipped or cancelled, the catch-up call is booked after all.
alter table calls add column stands_in_for timestamptz;
create index calls_standing_in on calls (loved_one_id) where stands_in_for is not null;
