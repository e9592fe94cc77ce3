-- Requests to delete and to correct (decision 283), with what a law's clock needs: where somebody lives, one extension with its reason, an answer,
-- and an appeal. What a person wrote is sealed and forgotten once it is decided.
alter table privacy_request
  drop constraint privacy_request_kind_check,
  add constraint privacy_request_kind_check check (kind in ('opt_out', 'see', 'delete', 'correct')),
  -- The state that the person named; null if none.
  add column state_code text check (state_code ~ '^[A-Z]{2}$'),
  -- What somebody says is wrong, and how it should be.
  add column wish_sealed text,
  add column extended_at timestamptz,
  add column extension_reason text not null default '' check (length(extension_reason) <= 500),
  add column outcome text check (outcome in ('done', 'refused')),
  add column answer text not null default '' check (length(answer) <= 500),
  add column appealed_at timestamptz,
  add column appeal_due_at timestamptz,
  add column appeal_sealed text,
  add column appeal_decided_at timestamptz,
  add column appeal_outcome text check (appeal_outcome in ('done', 'refused')),
  add column appeal_answer text not null default '' check (length(appeal_answer) <= 500),
  add constraint privacy_request_extension check ((extended_at is null) = (extension_reason = '')),
  add constraint privacy_request_appeal check (
    (appealed_at is null) = (appeal_due_at is null) and (appeal_decided_at is null) = (appeal_outcome is null)
    and (appealed_at is null or outcome = 'refused') and (appeal_decided_at is null or appealed_at is not null));
-- Those whose hashes are to be forgotten.
drop index privacy_request_with_hashes;
create index privacy_request_with_hashes on privacy_request (root_id, due_at) where kind <> 'opt_out' and hashes is not null;
-- Those that the operator still has to answer.
create index privacy_request_open on privacy_request (root_id, due_at) where done_at is null;
create index privacy_request_appealed on privacy_request (root_id, appeal_due_at) where appealed_at is not null and appeal_decided_at is null;
