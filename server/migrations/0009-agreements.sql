-- Documents that people read and accept. A version never changes; the next one replaces it. Variables in braces are filled
-- with the brand of the host that shows the document. It belongs to no tenant: the texts are the product's.
create table document (
  id uuid primary key,
  name text not null,
  version integer not null check (version > 0),
  language text not null check (language in ('en', 'ar')),
  title text not null,
  html text not null,
  published_at timestamptz not null,
  unique (name, language, version)
);
grant select on document to leadloom_app;

-- Who accepted which version, when and from where; rows are only ever added. Names and terms are kept as they were at that
-- moment, so that the accepted text can be rebuilt and its hash compared.
create table acceptance (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  -- The company that the user accepted for.
  company_id uuid not null references company (id),
  company_name text not null,
  user_id uuid not null references app_user (id),
  user_name text not null,
  user_email text not null,
  document_id uuid not null references document (id),
  -- `marketing` agreements are the company's, `feature` agreements each user's.
  kind text not null check (kind in ('marketing', 'feature')),
  document_type text check (document_type in ('minimum_spend', 'default_agency', 'default_client')),
  feature_id text,
  location_menu text not null,
  -- What the text was filled with, and what it cost.
  variables jsonb not null,
  terms jsonb not null,
  text_hash bytea not null,
  host text not null,
  session_id uuid not null,
  address text not null,
  user_agent text not null,
  accepted_at timestamptz not null,
  check ((kind = 'feature') = (feature_id is not null)),
  check ((kind = 'marketing') = (document_type is not null))
);
create index acceptance_of_company on acceptance (company_id, accepted_at);
create index acceptance_of_user on acceptance (user_id, kind, feature_id);
select tenant_policies('acceptance', 'select, insert');

-- What the marketing services agreement costs an agency of this operator. Without a row it costs nothing.
create table agreement_terms (
  root_id uuid primary key references company (id),
  agency_id uuid,
  client_id uuid,
  first_time_charge_cents integer not null check (first_time_charge_cents >= 0),
  -- One amount for each month from the first; the last holds from then on.
  minimum_spend_cents integer[] not null
);
select tenant_policies('agreement_terms', 'select, insert, update');
