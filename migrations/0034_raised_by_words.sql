-- Only an alarm that words on the phone raised can turn out to be a machine's. A key, a ring or a text confirms it.
alter table incidents
  add column is_by_words boolean not null default false;
