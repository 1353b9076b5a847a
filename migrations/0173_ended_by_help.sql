-- The call was completed because its loved one turned to us and asked for help: they were reached, and did not say that
-- all was well. Such calls of one request were told from answers only where they were its cause.
alter table calls add column ended_by_help boolean not null default false;
