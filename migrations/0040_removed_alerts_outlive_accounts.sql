-- Whose answer is still to be answered truthfully when the account itself is deleted: for a day the number alone, of nobody's account.
alter table removed_alerts alter column account_id drop not null;
