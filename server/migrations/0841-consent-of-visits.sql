-- What a visit was checked for before it could identify anybody: the network's country as two letters, -- if it is unknown, and a letter
-- for each platform of the page that allowed it (contract/tracking/consent-signals.ts). Null for searches and for what came before.
alter table hit add column consent text;
alter table lead add column consent text;

-- `reported_hit` with it. The old type stays for collectors of the release before.
create type checked_hit as (
  agency_id uuid,
  client_id uuid,
  campaign_id uuid,
  id uuid,
  visitor_id uuid,
  session_id uuid,
  kind text,
  page_url text,
  page_host text,
  title text,
  referrer_host text,
  hashes bytea[],
  event_name text,
  event_value_cents bigint,
  mark text,
  user_agent_family text,
  company_domain text,
  consent text
);
