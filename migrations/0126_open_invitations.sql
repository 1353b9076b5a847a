-- An invitation goes once it is accepted: the address and the note are those of somebody who signs in now, or of a stranger.
delete from invitations where accepted_at is not null;
drop index invitations_open;
alter table invitations drop column accepted_at;
-- An address has one invitation to a circle, without regard to case.
create unique index invitations_address on invitations (account_id, lower(email));
create index invitations_expired on invitations (expires_at);
