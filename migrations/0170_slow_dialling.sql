-- How fast is dialled while the provider is answered late, as a share of its rate.
alter table dial_fence
  add column slowed_to double precision not null default 1 check (slowed_to between 0.1 and 1),
  add column slowed_at timestamptz not null default now();
