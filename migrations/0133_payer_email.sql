-- Receipts go to the owner of today: the address that the card provider was given last; null where it is to be given again.
alter table subscriptions add column payer_email text;
