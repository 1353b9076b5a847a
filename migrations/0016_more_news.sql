-- Two more things that people are told: that an owner gave an incident back, and that nobody on the list could be reached.
alter table alerts
  drop constraint alerts_purpose_check,
  add constraint alerts_purpose_check check (purpose in
    ('alert', 'taken', 'given_back', 'nobody_reached', 'unresolved', 'all_clear'));
