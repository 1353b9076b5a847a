-- Once, on the machine that takes writes, as the superuser (docs/two-databases.md):
--   APP_PASSWORD=... psql --host db-one --username postgres --file ops/failover/database.sql
-- Makes the role and the database of Cooee, with the limits that Cooee otherwise asks for itself and that no pooler passes on.
\set ON_ERROR_STOP 1
\getenv password APP_PASSWORD
create role cooee_app login password :'password';
alter role cooee_app set statement_timeout = '30s';
alter role cooee_app set lock_timeout = '10s';
alter role cooee_app set idle_in_transaction_session_timeout = '20s';
create database cooee owner cooee_app encoding 'UTF8' template template0;
