-- What was said and heard, the sound of calls, what is written about loved ones, and stored secrets may be encrypted with a key of the operator's. Then the
-- column holds an envelope (in text columns as base64), and `sealed_with` names the key; null: stored as it is.
alter table turns add column sealed_with text;
alter table recordings
  add column sealed_with text,
  add check (sealed_with is null or sound is not null);
alter table webhooks
  add column sealed_with text, -- about the secret
  add check (sealed_with is null or secret is not null);
alter table signing_keys add column sealed_with text;
alter table loved_ones
  add column notes_sealed_with              text,
  add column medical_conditions_sealed_with text,
  add check (notes_sealed_with is null or notes is not null),
  add check (medical_conditions_sealed_with is null or medical_conditions is not null);

-- To find what another key has sealed, or none. The other two tables are small.
create index turns_sealed_with on turns (sealed_with, id);
create index recordings_sealed_with on recordings (sealed_with, id);
create index loved_ones_notes_sealed_with on loved_ones (notes_sealed_with, id) where notes is not null;
create index loved_ones_conditions_sealed_with on loved_ones (medical_conditions_sealed_with, id)
  where medical_conditions is not null;
