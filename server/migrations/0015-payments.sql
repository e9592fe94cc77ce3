-- A company's card, as far as it may be known here: the gateway's ids for it and what is printed on receipts. The number
-- itself goes from the browser to the gateway and never passes through here.
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
select tenant_policies('payment_card', 'select, insert, update, delete');

-- Cards that their gateway is to forget: replaced ones, and those of purged companies. A row stays until the gateway that
-- holds the card has confirmed it, however long that gateway is not configured here. It holds the gateway's own ids and
-- nobody's name, and belongs to no tenant, because the company may be gone by then.
create table card_removal (
  gateway text not null,
  customer_id text not null,
  card_id text not null,
  asked_at timestamptz not null,
  primary key (gateway, card_id)
);
grant select, insert, delete on card_removal to leadloom_app;
