-- A client's account in an external marketing system and the campaigns it runs there: what campaigns here can be linked to
-- (D2 §3: clientOrganizationID, clientCampaignID).

create table marketing_organization (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 150),
  -- The other system's id for it; empty while nobody has entered one.
  external_id text not null default '' check (length(external_id) <= 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index marketing_organization_name on marketing_organization (agency_id, client_id, lower(name));
create index marketing_organization_in_order on marketing_organization (agency_id, name, id) include (root_id, client_id);
create index marketing_organization_of_root on marketing_organization (root_id, name, id) include (agency_id, client_id);
select tenant_policies('marketing_organization', 'select, insert, update, delete');

create table marketing_campaign (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  organization_id uuid not null,
  name text not null check (length(name) between 1 and 150),
  external_id text not null default '' check (length(external_id) <= 100),
  primary key (agency_id, id),
  foreign key (agency_id, organization_id) references marketing_organization (agency_id, id) on delete cascade
);
create unique index marketing_campaign_name on marketing_campaign (agency_id, organization_id, lower(name));
select tenant_policies('marketing_campaign', 'select, insert, update, delete');
