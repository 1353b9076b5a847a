-- Accounts that an admin has suspended, phones that an admin refuses, and what an account takes of the line (docs/decisions/0065-what-admins-can-stop.md).

-- Not the suspension of a plan that has lapsed: this one ends sessions as well, and only an admin lifts it.
alter table accounts add column suspended_by_admin_at timestamptz;
-- Read for each look at what is due: only those who may use no phones.
create index accounts_without_phones on accounts (id) where verified_email is null or suspended_by_admin_at is not null;
drop index accounts_unverified;

-- Phones that an admin refuses, beside what the phone itself refuses. Why is for admins.
alter table phone_refusals
  add column admin_refused_at timestamptz,
  add column admin_reason text,
  add column admin_username text,
  drop constraint phone_refusals_check,
  add constraint phone_refusals_check check
    (calls_refused_at is not null or texts_refused_at is not null or admin_refused_at is not null),
  add constraint phone_refusals_admin_check check
    ((admin_refused_at is null) = (admin_reason is null) and (admin_refused_at is null) = (admin_username is null));
create index phone_refusals_admin on phone_refusals (admin_refused_at) where admin_refused_at is not null;
