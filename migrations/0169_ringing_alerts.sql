-- Each worker searches for phones that ring for no reason every second, and read every dial that was kept.
create index dials_ringing_alerts on dials (alert_id)
  where purpose = 'alert' and state = 'placed' and answered_at is null and ring_cancelled_at is null
    and next_at is not null;
