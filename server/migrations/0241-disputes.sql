-- Payments that a payer's bank takes back until somebody has decided (decision 70). What of it stands in the book is kept beside
-- it, so that whatever the gateway tells again is booked once.
create table dispute (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- Who paid: a client its agency, or with null the agency its operator.
  client_id uuid,
  charge_id uuid not null,
  attempt_id uuid not null,
  gateway text not null,
  gateway_id text not null,
  -- The connected account that was paid; null for the operator's own.
  account_id text,
  amount_cents bigint not null check (amount_cents > 0),
  -- The gateway's code.
  reason text not null check (length(reason) <= 100),
  state text not null check (state in ('warning', 'needs_response', 'under_review', 'won', 'lost')),
  respond_by timestamptz,
  opened_at timestamptz not null,
  ended_at timestamptz,
  -- Booked so far: held until it is decided, lost, and what the gateway asked for it.
  held_cents bigint not null default 0 check (held_cents >= 0),
  lost_cents bigint not null default 0 check (lost_cents >= 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  bookings integer not null default 0,
  -- What was said to the bank; sent once it is taken by the gateway.
  evidence text check (length(evidence) <= 5000),
  evidence_state text check (evidence_state in ('sent', 'submitted', 'failed')),
  evidence_at timestamptz,
  -- The gateway's code for a refusal.
  evidence_cause text check (length(evidence_cause) <= 100),
  evidence_number integer not null default 0,
  primary key (agency_id, id),
  check ((evidence is null) = (evidence_state is null)),
  check ((state in ('won', 'lost')) = (ended_at is not null))
);
create index dispute_of_payee on dispute (root_id, agency_id, opened_at desc, id desc);
create index dispute_of_charge on dispute (agency_id, charge_id);
create index dispute_to_send on dispute (root_id, evidence_at, id) where evidence_state = 'sent';
select tenant_policies('dispute', 'select, insert, update');
