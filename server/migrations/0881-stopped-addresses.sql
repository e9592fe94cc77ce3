-- Addresses that get no mail from a company (decision 298): a mail server refused them for good, or a recipient of leads, who has
-- no account, stopped those mails.
create table stopped_address (
  -- Who sends: the agency, or the operator.
  agency_id uuid not null,
  recipient_id uuid not null,
  reason text not null check (reason in ('refused', 'unsubscribed')),
  root_id uuid not null,
  -- The client whose person or recipient it is; null for people of the agency and of others.
  client_id uuid,
  -- The company in whose line of the inbox it is counted.
  company_id uuid not null,
  address text not null check (length(address) <= 320),
  stopped_at timestamptz not null,
  primary key (agency_id, recipient_id, reason)
);
select tenant_policies('stopped_address', 'select, insert, delete');
