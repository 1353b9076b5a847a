-- The note with which an account holder said that they had reached the person lies with the call and is sealed like other free text; the activity log held it readable.
alter table calls
  add column resolved_note             text,
  add column resolved_note_sealed_with text,
  add constraint calls_resolved_note_check check (resolved_note is null or resolved_at is not null),
  add constraint calls_resolved_note_sealed_check check (resolved_note_sealed_with is null or resolved_note is not null);

update calls set resolved_note = noted.details, resolved_at = coalesce(resolved_at, noted.created_at)
from activity noted
where noted.call_id = calls.id and noted.activity_type = 'call_acknowledged' and noted.details is not null
  and noted.description like '% reached %' and noted.description not like '% is checking on %'
  and noted.description not like 'All clear for %' and calls.status <> 'scheduled';
update activity set details = null
where activity_type = 'call_acknowledged' and details is not null and description like '% reached %'
  and description not like '% is checking on %' and description not like 'All clear for %';

create index calls_resolved_note_sealed_with on calls (resolved_note_sealed_with, id) where resolved_note is not null;
