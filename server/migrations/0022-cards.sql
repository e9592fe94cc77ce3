-- The card of a company, as far as it may be known here: the gateway's names for it and what is printed on receipts. The
-- number itself goes from the browser to the gateway and never comes this way.
create table payment_card (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  gateway text not null,
  customer_id text not null,
  card_id text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null,
  cardholder text not null,
  address text not null,
  city text not null,
  zip text not null,
  state_code text not null,
  country_code text not null,
  updated_at timestamptz not null
);
select tenant_policies('payment_card', 'select, insert, update');
