-- Campaigns, the pixels that stand for them, and what their forms complete and check names and places with.

create table campaign (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  name text not null check (length(name) between 1 and 255),
  status text not null check (status in ('draft', 'active', 'pause', 'stop', 'archived')),
  -- The external campaign that this one is linked to, and the account it belongs to.
  marketing_organization_id uuid,
  marketing_campaign_id uuid,
  pixel_key text not null unique check (pixel_key ~ '^[a-z0-9]{16}$'),
  site_url text not null default '',
  -- Host names (lower case, no port) whose hits count; any other is an unclaimed host.
  site_hosts text[] not null default '{}',
  gtm_installed boolean not null default false,
  time_zone text not null default 'America/Chicago',
  start_date date not null,
  end_date date,
  national_targeting boolean not null default true,
  states text[] not null default '{}',
  zips text[] not null default '{}',
  require_email boolean not null default true,
  require_phone boolean not null default false,
  require_address boolean not null default false,
  reidentification text not null default 'never' check (reidentification in
    ('never', '1 week', '1 month', '3 months', '6 months', '1 year', 'always')),
  reidentification_across_client boolean not null default false,
  limit_leads integer check (limit_leads between 1 and 1000000),
  limit_period text not null default 'day' check (limit_period in ('day', 'week', 'month', 'total')),
  retail_price_e4 bigint not null check (retail_price_e4 between 0 and 100000000),
  wholesale_price_e4 bigint not null check (wholesale_price_e4 between 0 and 100000000),
  -- A campaign follows the price in its client's cost setup until somebody sets one on the campaign itself.
  follows_retail_cost boolean not null default false,
  report_recipients text[] not null default '{}',
  last_hit_at timestamptz,
  last_test_lead_at timestamptz,
  site_checked_at timestamptz,
  site_check_result text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  -- When its leads were anonymized, two years after it ended.
  leads_erased_at timestamptz,
  primary key (agency_id, id),
  check (marketing_campaign_id is null or marketing_organization_id is not null),
  foreign key (agency_id, marketing_organization_id) references marketing_organization (agency_id, id),
  foreign key (agency_id, marketing_campaign_id) references marketing_campaign (agency_id, id)
);
create index campaign_of_client on campaign (agency_id, client_id, created_at desc, id desc);
create index campaign_by_name on campaign (agency_id, client_id, name, id);
create index campaign_of_agency on campaign (agency_id, created_at desc, id desc);
create index campaign_of_agency_by_name on campaign (agency_id, name, id);
create index campaign_of_organization on campaign (agency_id, marketing_organization_id, marketing_campaign_id, name, id)
  include (root_id, client_id) where marketing_organization_id is not null and removed_at is null;
-- Reports read the active campaigns of one agency or of the whole root, without looking at the others.
create index campaign_active on campaign (root_id, agency_id, id) where status = 'active' and removed_at is null;
-- Campaigns whose leads may be due for anonymizing.
create index campaign_ended on campaign (root_id, updated_at) include (agency_id, client_id)
  where removed_at is not null or status in ('stop', 'archived') or end_date is not null;
select tenant_policies('campaign', 'select, insert, update');

-- What a pixel key stands for. It is read before any scope is known and holds nothing personal. No row-level security.
create table pixel (
  key text primary key,
  root_id uuid not null,
  agency_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  site_hosts text[] not null,
  active boolean not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on pixel to leadloom_app;

-- US ZIP codes and states, which set-up loads from a public table after the migrations.
create table us_zip (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  city text not null,
  state text not null,
  latitude real not null,
  longitude real not null
);
create index us_zip_of_state on us_zip (state, city);
-- Finds cities by the beginning of their names.
create index us_zip_by_city on us_zip ((lower(city)) collate "C", state);
create table us_state (code text primary key, name text not null);
grant select on us_zip, us_state to leadloom_app;

-- Where autocomplete (R131) finds agencies, clients and campaigns: one row for each word of a name with the words after it,
-- in lower case and without punctuation. Beginnings are found by comparison, which an index can do under row-level security;
-- a LIKE would read every row of the tenant.
create table name_start (
  agency_id uuid not null,
  of_id uuid not null,
  start text collate "C" not null,
  root_id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('agency', 'client', 'campaign')),
  name text not null,
  primary key (agency_id, of_id, start)
);
create index name_start_of_root on name_start (root_id, kind, start, of_id) include (agency_id, client_id, name);
create index name_start_of_agency on name_start (agency_id, kind, start, of_id) include (root_id, client_id, name);
create index name_start_of_client on name_start (client_id, kind, start, of_id) include (root_id, agency_id, name)
  where client_id is not null;
select tenant_policies('name_start', 'select, insert, delete');

-- The words of a text in the form in which they are compared.
create function name_words(name text) returns text[] language sql immutable as $$
  select array_remove(regexp_split_to_array(lower(name), '[^[:alnum:]]+'), '')
$$;
create function name_starts(name text) returns setof text language sql immutable as $$
  select distinct left(array_to_string(words[n:], ' '), 40)
    from (select name_words(name) as words) split, generate_series(1, least(cardinality(words), 8)) n
$$;

-- These triggers run as the caller: whoever may write the row may write its name starts. Added rows are handled as a set,
-- changed ones one by one.
create function add_name_starts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'campaign' then
    insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
    select agency_id, id, start, root_id, client_id, 'campaign', name from added, name_starts(name) start
     where removed_at is null;
  else
    insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
    select agency_id, id, start, root_id, client_id, kind, name from added, name_starts(name) start
     where kind <> 'root' and removed_at is null;
  end if;
  return null;
end $$;

create function change_name_starts() returns trigger language plpgsql as $$
begin
  delete from name_start where agency_id = old.agency_id and of_id = old.id;
  if tg_op = 'UPDATE' and new.removed_at is null then
    insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
    select new.agency_id, new.id, start, new.root_id, new.client_id, tg_argv[0], new.name from name_starts(new.name) start;
  end if;
  return null;
end $$;

create trigger add_name_starts after insert on company
  referencing new table as added for each statement execute function add_name_starts();
create trigger add_name_starts after insert on campaign
  referencing new table as added for each statement execute function add_name_starts();
create trigger change_name_starts after update of name, removed_at on campaign for each row
  when (old.name <> new.name or (old.removed_at is null) <> (new.removed_at is null))
  execute function change_name_starts('campaign');
create trigger change_agency_name_starts after update of name, removed_at on company for each row
  when (new.kind = 'agency' and (old.name <> new.name or (old.removed_at is null) <> (new.removed_at is null)))
  execute function change_name_starts('agency');
create trigger change_client_name_starts after update of name, removed_at on company for each row
  when (new.kind = 'client' and (old.name <> new.name or (old.removed_at is null) <> (new.removed_at is null)))
  execute function change_name_starts('client');
create trigger drop_name_starts after delete on campaign for each row execute function change_name_starts();
create trigger drop_name_starts after delete on company for each row
  when (old.kind <> 'root') execute function change_name_starts();
