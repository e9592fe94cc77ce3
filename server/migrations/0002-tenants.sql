-- The tree root -> agency -> client and its people. Companies and users are small shared tables; each row names its own path.

create table company (
  id uuid primary key,
  kind text not null check (kind in ('root', 'agency', 'client')),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  name text not null check (length(name) between 1 and 255),
  time_zone text not null default 'America/Chicago',
  status text not null default 'active' check (status in ('active', 'disabled')),
  payment_status text not null default 'ok' check (payment_status in ('ok', 'failed')),
  created_at timestamptz not null,
  check ((kind = 'root') = (agency_id is null)),
  check ((kind = 'client') = (client_id is not null)),
  check (kind <> 'root' or root_id = id),
  check (kind <> 'agency' or agency_id = id),
  check (kind <> 'client' or client_id = id)
);
create index company_of_agency on company (agency_id, name, id);
create index company_of_root on company (root_id, kind, name, id);
select tenant_policies('company', 'select, insert, update');

create table app_user (
  id uuid primary key,
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  kind text not null check (kind in
    ('rootSystem', 'rootAdmin', 'agencyOwner', 'administrator', 'client', 'salesRep', 'accountExecutive')),
  full_name text not null check (length(full_name) between 1 and 255),
  email text not null check (email = lower(email)),
  phone_e164 text,
  permissions jsonb not null default '{}',
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  unique (root_id, email)
);
create index app_user_of_company on app_user (company_id, created_at, id);
create index app_user_by_name on app_user (root_id, agency_id, kind, full_name, id);
create index app_user_by_email on app_user (root_id, agency_id, kind, email, id);
select tenant_policies('app_user', 'select, insert, update');

-- Counts kept for lists, so that no list counts rows: one line for each company, made with it.
create table company_count (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  -- Agencies of a root, clients of an agency.
  companies integer not null default 0,
  -- A client's campaigns that are neither archived nor removed. An agency's are the sum of its clients': a client that
  -- makes a campaign cannot write the agency's line.
  campaigns integer not null default 0,
  active_campaigns integer not null default 0
);
create index company_count_of_agency on company_count (agency_id);
select tenant_policies('company_count', 'select, insert, update');

-- Public by design: what a host's visitors see before they sign in. No row-level security.
create table brand (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  name text not null,
  legal_name text not null,
  logo_svg text,
  brand_color text not null check (brand_color ~ '^#[0-9a-f]{6}$'),
  font text not null default 'Inter',
  support_url text,
  mail_from text not null,
  modules jsonb not null default '{}',
  updated_at timestamptz not null
);
grant select, insert, update on brand to leadloom_app;

-- Public by design: which company answers at a host name. No row-level security.
create table host (
  host text primary key check (host = lower(host)),
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  verified_at timestamptz
);
grant select, insert, update on host to leadloom_app;
