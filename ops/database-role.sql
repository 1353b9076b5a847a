-- Run by compose.yaml before Cooee starts, as the superuser, through the socket: makes the role that Cooee signs in with, which may do
-- nothing outside of its own database, and gives it what an earlier version had made as the superuser. Running it again changes nothing.
\set ON_ERROR_STOP 1
\o /dev/null
\getenv password APP_PASSWORD
select set_config('cooee.password', :'password', false);
begin;
do $$
declare
  change text;
begin
  if not exists (select from pg_roles where rolname = 'cooee_app') then
    create role cooee_app;
  end if;
  execute format(
    'alter role cooee_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L',
    current_setting('cooee.password'));
  execute format('alter database %I owner to cooee_app', current_database());
  for change in
    with own as (
      select oid, nspname from pg_namespace where nspname not like 'pg\_%' and nspname <> 'information_schema'
    )
    select format('alter schema %I owner to cooee_app', nspname) from pg_namespace
    where oid in (select oid from own) and nspowner = current_user::regrole
    union all
    select format('alter %s %s owner to cooee_app', case relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end, pg_class.oid::regclass)
    from pg_class
    where relnamespace in (select oid from own) and relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      -- The sequence of a column goes with its table.
      and not (relkind = 'S' and exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to cooee_app', oid::regprocedure) from pg_proc
    where pronamespace in (select oid from own) and proowner = current_user::regrole
    union all
    select format('alter type %s owner to cooee_app', oid::regtype) from pg_type
    where typnamespace in (select oid from own) and typowner = current_user::regrole and typtype in ('e', 'd', 'r')
  loop
    execute change;
  end loop;
  -- From now on the superuser signs in through the socket alone.
  execute format('alter role %I password null', current_user);
end $$;
commit;
