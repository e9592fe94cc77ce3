-- When a gateway was last asked again about an attempt without an answer, in machine time: who was asked about longest ago
-- comes next, so that no number of silent ones keeps the others from their turn.
alter table charge_attempt add column asked_at timestamptz;
drop index attempt_to_ask_for;
create index attempt_to_ask_for on charge_attempt (root_id, (coalesce(asked_at, sent_at)), id)
  where state in ('sent', 'unknown');
