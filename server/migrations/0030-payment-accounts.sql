-- How a company pays and is paid, as its payment provider has told. Nothing is known of who settles by hand.
alter table company
  -- Null and `other`: settled by hand. A client pays as its agency says.
  add column payment_gateway text check (payment_gateway in ('stripe', 'other')),
  -- R099; null before it begins.
  add column account_connected text check (account_connected in ('pending', 'inverification', 'completed', 'failed')),
  add column charges_enabled boolean,
  add column payouts_enabled boolean,
  -- What the provider still asks for, in its words.
  add column account_requirements text[] not null default '{}';

-- Sales staff are paid through an account of their own.
alter table app_user add column account_connected text
  check (account_connected in ('pending', 'inverification', 'completed', 'failed'));
