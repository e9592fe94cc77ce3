-- The tree root -> agency -> client. Companies are one small shared table; each row names its own path.

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
  -- False from a company's own registration until its Profile Setup is done. A company that somebody else added counts as
  -- complete.
  setup_complete boolean not null default true,
  external_organization_id text not null default '' check (length(external_organization_id) <= 100),
  -- Clients only: the website that their new campaigns begin with.
  site_url text not null default '' check (length(site_url) <= 2000),
  -- Clients only: whether phone numbers of their leads reach them, on screens, in files and at destinations.
  shows_phone boolean not null default true,
  -- Clients only: each is in one group of its agency or in none (D2 §3, Company group).
  company_group_id uuid,
  -- The main user's name and address are kept with the company, so that sorting 10,000 agencies by them reads an index and
  -- ten rows, not 10,000 users.
  main_user_id uuid,
  main_name text not null default '',
  main_email text not null default '',
  -- What a search looks through: one text in lower case, its parts separated by line breaks.
  search_text text not null
    generated always as (lower(name || E'\n' || main_name || E'\n' || main_email)) stored,
  -- Staff of the root that an agency is assigned to (R190).
  sales_rep_id uuid,
  account_executive_id uuid,
  account_referrer_id uuid,
  -- Who brought an agency here: the code in the link it followed, and whose code that was.
  referral_code text,
  referred_by uuid,
  -- Products and payment terms that may be sold to it (D2 §3).
  modules text[] not null default '{local,locator,enhance,b2b}'
    check (modules <@ '{local,locator,enhance,b2b}'),
  payment_terms text[] not null default '{Weekly,Monthly,OneTime,Prepaid}'
    check (payment_terms <@ '{Weekly,Monthly,OneTime,Prepaid}' and cardinality(payment_terms) > 0),
  -- Roots only: what a new agency gets unless somebody chooses otherwise (OQ-22). Null means everything.
  new_agency_modules text[] check (new_agency_modules <@ '{local,locator,enhance,b2b}'),
  new_agency_terms text[]
    check (new_agency_terms <@ '{Weekly,Monthly,OneTime,Prepaid}' and cardinality(new_agency_terms) > 0),
  exclude_minimum_spend boolean not null default false,
  -- R194; null once it has no package any more. Only agencies are asked: those that settle by hand begin with the free one.
  package_id text default 'FREE' check (package_id in ('NWM', 'NWY', 'WM', 'WY', 'FREE')),
  -- R195: campaigns are billed at wholesale to the agency's card.
  manual_bill boolean not null default false,
  -- Null and `other` mean settled by hand. A client pays as its agency says.
  payment_gateway text check (payment_gateway in ('stripe', 'other')),
  -- How the company is paid, as reported by its payment provider (R099). Null before that begins.
  account_connected text check (account_connected in ('pending', 'inverification', 'completed', 'failed')),
  charges_enabled boolean,
  payouts_enabled boolean,
  -- What the provider still asks for, in its words.
  account_requirements text[] not null default '{}',
  api_mode boolean not null default false,
  -- Switching developer mode off resets it (R123): keys made and agreements accepted before it was last switched on no
  -- longer count.
  api_mode_since timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- Thirty days after its removal a job erases whatever names people. Ids, money and the log stay.
  purged_at timestamptz,
  check ((kind = 'root') = (agency_id is null)),
  check ((kind = 'client') = (client_id is not null)),
  check (kind <> 'root' or root_id = id),
  check (kind <> 'agency' or agency_id = id),
  check (kind <> 'client' or client_id = id)
);

-- One index for each sort order of each list, so that a page is read from where it starts. The path is included, so that
-- row-level security is decided without reading the rows that a page skips.
create index agency_by_name on company (root_id, name, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index agency_by_main_name on company (root_id, main_name, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index agency_by_main_email on company (root_id, main_email, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index agency_by_creation on company (root_id, created_at, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index client_by_name on company (agency_id, name, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index client_by_main_name on company (agency_id, main_name, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index client_by_main_email on company (agency_id, main_email, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index client_by_creation on company (agency_id, created_at, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
-- The clients of a group are counted from this index alone: it includes the path that row-level security compares.
create index company_of_group on company (company_group_id) include (root_id, agency_id, client_id)
  where company_group_id is not null and removed_at is null;
-- The trigger that keeps the main user's name, and the foreign key, look a company up by its main user.
create index company_of_main_user on company (main_user_id);
create index removed_company on company (root_id, agency_id, removed_at) where removed_at is not null;
create index company_to_purge on company (root_id, removed_at) where removed_at is not null and purged_at is null;
-- The few companies whose campaigns nobody needs to watch.
create index company_out_of_use on company (root_id) include (id, agency_id, client_id)
  where removed_at is not null or status <> 'active';
select tenant_policies('company', 'select, insert, update');

-- Counts kept for lists, so that no list counts rows: one row for each company, made with it.
create table company_count (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  -- Agencies of a root, clients of an agency.
  companies integer not null default 0,
  -- A client's campaigns that are neither archived nor removed. An agency's count is the sum over its clients, because a
  -- client that adds a campaign cannot write the agency's row.
  campaigns integer not null default 0,
  active_campaigns integer not null default 0
);
create index company_count_of_agency on company_count (agency_id);
create index company_with_active_campaigns on company_count (root_id, agency_id, client_id) where active_campaigns > 0;
select tenant_policies('company_count', 'select, insert, update');
