-- How a company looks and where it answers: brands, host names, its own HTML and its own mail server.

-- Public by design: what visitors of a host see before they sign in. No row-level security. Every company that answers at a
-- host of its own has a brand of its own; without one its pages and emails would name the operator.
create table brand (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  name text not null,
  legal_name text not null,
  short_name text,
  logo_svg text,
  -- The favicon; a letter on the brand's color where there is none.
  icon_svg text check (length(icon_svg) <= 200000),
  brand_color text not null check (brand_color ~ '^#[0-9a-f]{6}$'),
  -- Colors chosen besides the brand color; null follows from that color and the theme.
  box_bgcolor text check (box_bgcolor ~ '^#[0-9a-f]{6}$'),
  text_color text check (text_color ~ '^#[0-9a-f]{6}$'),
  link_color text check (link_color ~ '^#[0-9a-f]{6}$'),
  template_bgcolor text check (template_bgcolor ~ '^#[0-9a-f]{6}$'),
  sidebar_bgcolor text check (sidebar_bgcolor ~ '^#[0-9a-f]{6}$'),
  -- Where this is off, the sidebar and its text have the colors of the company above (R157).
  is_whitelabeling boolean not null default true,
  font text not null default 'Inter',
  support_url text,
  mail_from text not null,
  -- How visitors can reach the company.
  contact_name text,
  contact_email text,
  phone text,
  address text,
  city text,
  zip text,
  state_code text,
  country_code text,
  modules jsonb not null default '{}',
  -- The root may forbid embedded code for an agency.
  embedded_code_forbidden boolean not null default false,
  -- The operator's setting for all its agencies: the fewest leads a day that an Enhance ID campaign may ask for (C102).
  min_lead_day_enhance integer not null default 25
    check (min_lead_day_enhance between 1 and 500),
  updated_at timestamptz not null
);
grant select, insert, update, delete on brand to leadloom_app;

-- Public by design: which company answers at a host name. No row-level security. A removed domain, or one that is no longer
-- in order, is deleted.
create table host (
  host text primary key check (host = lower(host)),
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  -- A company has at most one name below the root's own host; its other host names are domains of its own.
  is_subdomain boolean not null default false,
  verified_at timestamptz,
  -- A removed company's host names stop answering, and are kept for it as long as it can be restored.
  removed_at timestamptz
);
create unique index subdomain_of_company on host (company_id) where is_subdomain;
create index host_of_company on host (company_id);
grant select, insert, update, delete on host to leadloom_app;

-- A host name that was given up. For a while only its last owner may take it again, so that old links, bookmarks and emails
-- lead to no stranger. It is looked up across operators, as `host` is.
create table released_host (
  host text primary key check (host = lower(host)),
  company_id uuid not null,
  released_at timestamptz not null
);
create index on released_host (released_at);
grant select, insert, update, delete on released_host to leadloom_app;

-- An agency's own HTML, run apart from the page (docs/decisions/0013). Versions are only ever added; an empty one switches
-- it off.
create table embedded_code (
  agency_id uuid not null references company (id),
  version integer not null check (version > 0),
  root_id uuid not null,
  client_id uuid check (client_id is null),
  place text not null check (place in ('head', 'body', 'footer')),
  code text not null check (length(code) <= 20000),
  height_px integer not null default 0 check (height_px between 0 and 400),
  written_by uuid not null references app_user (id),
  written_at timestamptz not null,
  primary key (agency_id, version)
);
select tenant_policies('embedded_code', 'select, insert, delete');

-- A company's own mail server: emails to its users go through it, with its sender address.
create table mail_server (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  -- Both or neither. The password is sealed.
  user_name text,
  password_sealed text,
  from_name text not null,
  from_address text not null,
  saved_at timestamptz not null,
  -- How it has worked since it was saved; in machine time, as the emails themselves.
  failures integer not null default 0,
  last_problem text,
  failing_since timestamptz,
  -- Set while it fails: when it is tried next. Until then emails are sent as they were before.
  next_try_at timestamptz,
  warned_at timestamptz,
  check ((user_name is null) = (password_sealed is null))
);
select tenant_policies('mail_server', 'select, insert, update, delete');
