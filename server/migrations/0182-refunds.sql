-- What is given back of a charge that was paid, by the id of the operation that asked for it. It is committed before the gateway
-- is asked, and its id is the gateway's key. Once the money is on its way back it has the number of its credit note, and keeps it
-- where the money does not arrive after all: the note is void then.
create table refund (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  charge_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (reason in ('requested', 'duplicate', 'mistake', 'quality')),
  state text not null check (state in ('sent', 'succeeded', 'failed')),
  -- The attempt that was paid; null for what was paid by hand.
  attempt_id uuid,
  gateway_id text,
  -- The gateway's code for a refusal.
  cause text check (length(cause) <= 100),
  issuer text not null check (issuer in ('agency', 'root')),
  year integer,
  number integer check (number > 0),
  created_at timestamptz not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, charge_id) references charge (agency_id, id),
  check (state <> 'succeeded' or number is not null),
  check (state <> 'sent' or number is null),
  check ((number is null) = (year is null)),
  check ((state = 'sent') = (ended_at is null))
);
create unique index refund_number on refund (agency_id, issuer, year, number) where number is not null;
create index refund_of_charge on refund (agency_id, charge_id);
create index refund_to_ask_for on refund (root_id, asked_at, id) where state = 'sent';
select tenant_policies('refund', 'select, insert, update');

-- The last number of a credit note. The row stays locked until the commit, so that none is left out.
create table credit_note_series (
  agency_id uuid not null,
  issuer text not null check (issuer in ('agency', 'root')),
  year integer not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  last integer not null check (last > 0),
  primary key (agency_id, issuer, year)
);
select tenant_policies('credit_note_series', 'select, insert, update');
