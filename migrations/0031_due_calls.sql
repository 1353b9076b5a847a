-- Calls whose time to be dialled is over are looked for all the time; not by reading all that are due.
create index calls_to_dial_by on calls (dial_by) where dial_by is not null;
