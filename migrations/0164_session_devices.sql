-- The browser of a session, as push_devices knows it: ending the session from elsewhere ends the pushes to that browser.
alter table sessions add column device_hash bytea;
