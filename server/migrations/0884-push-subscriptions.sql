-- Browsers in which somebody gets notices instead of mails (decision 300).
create table push_subscription (
  -- The person's agency, or the operator.
  agency_id uuid not null,
  -- Follows from the address that the push service gave to the browser.
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  user_id uuid not null,
  -- That address, and the keys by which only this browser reads what it is sent.
  sealed text not null,
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create index push_subscription_of_user on push_subscription (user_id);
select tenant_policies('push_subscription', 'select, insert, update, delete');
