-- Companies and their address ranges, of the operator's identity data: they may live on another server, so nothing here
-- refers to a tenant's table. A company is named by its domain, as in what is known of its people (trait company_domain).
create table employer (
  domain text primary key,
  -- What is known of it, by the names of the kinds of information about companies.
  facts jsonb not null default '{}',
  updated_at timestamptz not null
);
create table employer_range (
  range cidr primary key,
  domain text not null references employer (domain) on delete cascade
);
create index employer_range_of_employer on employer_range (domain);
-- Moves with every change of a range: collectors read the ranges anew when it did.
create table employer_range_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into employer_range_version default values;
grant select, insert, update, delete on employer, employer_range to leadloom_app;
grant select, update on employer_range_version to leadloom_app;
-- Who works at a company.
create index employee on trait (value, person_id) where name = 'company_domain';

-- Whether visitors' addresses are compared with companies' ranges at all.
alter table pixel add column finds_companies boolean not null default false;

-- The company in whose range a visitor's address lay, by its domain; the address itself is never kept. It goes with its hit.
alter table hit add column company_domain text;

-- `sent_hit` with the company. The old type stays for collectors of the release before.
create type reported_hit as (
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
  company_domain text
);

-- A suggested contact was matched by the company, not by a key of the visitor's.
alter table visit drop constraint visit_match_key_check;
alter table visit add constraint visit_match_key_check
  check (match_key in ('md5', 'sha1', 'sha256', 'cookie', 'signal', 'company')) not valid;
alter table lead drop constraint lead_match_key_check;
alter table lead add constraint lead_match_key_check
  check (match_key in ('md5', 'sha1', 'sha256', 'cookie', 'signal', 'company')) not valid;
