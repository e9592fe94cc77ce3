-- A company's account at an outside service: connected once, used by many of its campaigns.
create table connection (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- Null for an agency's own account.
  client_id uuid,
  -- The client, or the agency itself.
  company_id uuid not null,
  kind text not null check (kind in
    ('sendgrid', 'highlevel', 'kartra', 'clickfunnels', 'zapier', 'mailboxpower', 'googlesheets', 'custom')),
  -- What the account is called on screens; never the whole of a key.
  account text not null default '',
  -- Keys and tokens as JSON, sealed for this row; null when disconnected.
  credential_sealed text,
  status text not null check (status in ('connected', 'reconnect', 'disconnected')),
  cause text,
  -- What its campaigns start from: lists, tags, groups and the map of fields.
  details jsonb not null default '{}',
  -- Grows with each change of the credential: whoever refreshes it does so for one version, once.
  version integer not null default 1,
  -- While one process refreshes the tokens, until when the others wait for it.
  refreshing_until timestamptz,
  -- The service has asked to be left alone until then.
  blocked_until timestamptz,
  connected_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
-- One account of each service for each company; own integrations can be several.
create unique index connection_of_company on connection (agency_id, company_id, kind) where kind <> 'custom';
create index connection_of_company_all on connection (agency_id, company_id);
select tenant_policies('connection', 'select, insert, update');

alter table destination drop constraint destination_kind_check;
alter table destination add constraint destination_kind_check check (kind in
  ('email', 'webhook', 'sendgrid', 'highlevel', 'kartra', 'clickfunnels', 'zapier', 'mailboxpower', 'googlesheets', 'custom'));
alter table destination
  add column connection_id uuid,
  -- What was chosen for this campaign.
  add column details jsonb not null default '{}',
  -- What a connector keeps between tries, such as the sheet that it made.
  add column state jsonb not null default '{}',
  add constraint destination_connection foreign key (agency_id, connection_id) references connection (agency_id, id);
-- A campaign sends to an account once.
create unique index destination_of_connection on destination (agency_id, campaign_id, connection_id)
  where connection_id is not null;
create index destination_by_connection on destination (agency_id, connection_id) where connection_id is not null;
