-- What moved at the gateways, by their own account of it, beside what the books say (decision 81). It lies with charges on the
-- coordinator: the operator's own account belongs to no agency.
create table gateway_entry (
  id uuid primary key,
  root_id uuid not null,
  -- The agency whose connected account it is of; null for the operator's own.
  agency_id uuid,
  client_id uuid check (client_id is null),
  gateway text not null,
  -- '' is the operator's own.
  account_id text not null,
  -- The gateway's name of the entry itself, of what it is of, and of what that belongs to.
  gateway_id text not null check (length(gateway_id) <= 255),
  source_id text check (length(source_id) <= 255),
  of_id text check (length(of_id) <= 255),
  kind text not null check (kind in (
    'charge', 'refund', 'dispute', 'share', 'share_refund', 'transfer', 'payout', 'fee', 'other')),
  amount_cents bigint not null,
  -- What the gateway keeps of it for its work.
  fee_cents bigint not null,
  created_at timestamptz not null,
  -- other: it is of nothing that was asked for here.
  state text not null check (state in ('open', 'matched', 'other')),
  -- What of ours it belongs to, in whose book that stands, and what the book says of it.
  subject_kind text check (subject_kind in ('charge', 'share', 'refund', 'dispute', 'commission_payout')),
  subject_id uuid,
  book_agency_id uuid,
  booked_cents bigint not null default 0,
  is_fee_booked boolean not null default false,
  check ((subject_id is null) = (subject_kind is null)),
  check (agency_id is null or account_id <> '')
);
create unique index gateway_entry_of_gateway on gateway_entry (root_id, gateway, account_id, gateway_id);
create index gateway_entry_by_time on gateway_entry (root_id, agency_id, created_at);
create index gateway_entry_open on gateway_entry (root_id, agency_id, created_at) where state = 'open';
create index gateway_entry_of_subject on gateway_entry (subject_id);
create index gateway_entry_of_source on gateway_entry (root_id, source_id);
create index gateway_entry_with_fee on gateway_entry (root_id) where fee_cents <> 0 and not is_fee_booked;
select tenant_policies('gateway_entry', 'select, insert, update');

-- What is booked at a gateway's account and was not there when that was last read. Written anew with each reading.
create table gateway_gap (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  gateway text not null,
  account_id text not null,
  subject_kind text not null check (subject_kind in ('charge', 'share', 'refund', 'dispute', 'commission_payout')),
  subject_id uuid not null,
  book_agency_id uuid,
  amount_cents bigint not null,
  booked_at timestamptz not null
);
create index gateway_gap_of_payee on gateway_gap (root_id, agency_id, booked_at);
select tenant_policies('gateway_gap', 'select, insert, update, delete');

-- When an account was last read to its end.
create table gateway_reading (
  root_id uuid not null,
  gateway text not null,
  account_id text not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  read_at timestamptz not null,
  primary key (root_id, gateway, account_id)
);
select tenant_policies('gateway_reading', 'select, insert, update');

-- Entries name what the gateway calls a payment.
create index attempt_by_gateway on charge_attempt (gateway_id);
create index refund_by_gateway on refund (gateway_id);
