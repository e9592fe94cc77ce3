-- What speaks against a lead's visit: 0 for nothing, more for a forged one's likeness (server/areas/leads/resolve/suspicion.ts).
alter table lead add column suspicion smallint not null default 0;

-- When the leads of a hold began to come; those since then can be voided together. Null for holds from before.
alter table lead_hold add column burst_from timestamptz;

-- Leads whose visits look forged, held apart, so that the campaign's other leads go on.
create table apart_hold (
  agency_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  burst_from timestamptz not null,
  held_at timestamptz not null,
  -- The sum of their suspicion within ten minutes.
  suspicion integer not null,
  released_at timestamptz,
  primary key (agency_id, campaign_id)
);
select tenant_policies('apart_hold', 'select, insert, update');
