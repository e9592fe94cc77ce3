-- The first day of the month whose statement a payer was sent, so that each is sent once.
alter table company add column statement_month date;

-- What the gateway asks of an account that its owner was told of, and since when it asks for it.
alter table connected_account
  add column told_requirements text[] not null default '{}',
  add column needs_since timestamptz;
