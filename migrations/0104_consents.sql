-- What loved ones decide for themselves, as a ledger: rows are added and never changed. The latest row of a subject is how it stands.
create table consents (
  id           bigint generated always as identity primary key,
  account_id   bigint not null references accounts (id) on delete cascade,
  loved_one_id bigint not null references loved_ones (id) on delete cascade,
  subject      text not null check (subject in ('calls', 'recording', 'words', 'conversation')),
  state        text not null check (state in ('not_asked', 'agreed', 'declined', 'withdrawn')),
  how          text not null check (how in
    ('key', 'text', 'ring', 'form', 'account_holder', 'attested', 'upgrade', 'no_answer', 'number_changed')),
  wording      text not null, -- version of what was said
  at           timestamptz not null
);
create index consents_latest on consents (loved_one_id, subject, id desc);
create index consents_account on consents (account_id);

create function consents_stay() returns trigger language plpgsql as $$
begin
  raise exception 'Consents are a ledger: rows are added, never changed';
end $$;
create trigger consents_stay before update on consents for each row execute function consents_stay();

-- People who were called before anybody was asked: their account holder told us.
insert into consents (account_id, loved_one_id, subject, state, how, wording, at)
select account_id, id, subject, 'agreed', 'upgrade', 'upgrade', now()
from loved_ones, unnest(array['calls', 'words']) as subject
union all
select account_id, id, 'recording', 'agreed', 'upgrade', 'upgrade', now() from loved_ones where record_calls;

-- Key 9 in the first call: this account does not ring that phone. Null: nobody does. It stays when the person is removed and added again.
alter table phone_refusals add column account_id bigint references accounts (id) on delete cascade;
create unique index phone_refusals_of_account on phone_refusals (account_id, phone_hash) where account_id is not null;

-- Try it together: rings once, alarms nobody, and counts in no plan.
alter table calls add column is_rehearsal boolean not null default false;
create index calls_rehearsals on calls (loved_one_id, id desc) where is_rehearsal;
