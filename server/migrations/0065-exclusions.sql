-- Exclusion lists that people fill by upload and empty by purge, at four levels: the root's, an agency's, a client's, a
-- campaign's. A list is named by the id of whoever it belongs to.

-- The agency's own id for a list of the agency; the client's or the campaign's for theirs. The key serves the pipeline, which
-- asks by hash, and says that a hash is on a list once.
alter table exclusion add column list_id uuid not null generated always as (coalesce(campaign_id, client_id, agency_id)) stored;
alter table exclusion add column change_id uuid;
drop index exclusion_by_hash;
alter table exclusion drop column id;
alter table exclusion add primary key (agency_id, hash, list_id);
create index exclusion_of_list on exclusion (agency_id, list_id, change_id);

alter table root_exclusion add column change_id uuid;
create index root_exclusion_of_change on root_exclusion (root_id, change_id);

-- What was done to a list: a file taken in, or everything purged. Rows of the root's own list carry the root's id as their
-- agency's, so that they lie beside no agency's.
create table exclusion_change (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  campaign_id uuid,
  list_id uuid not null,
  level text not null check (level in ('root', 'agency', 'client', 'campaign')),
  kind text not null check (kind in ('upload', 'purge')),
  file_name text not null default '' check (length(file_name) <= 120),
  total_rows integer not null default 0,
  -- How far the upload's job has come: it goes on from here after a crash.
  rows_done integer not null default 0,
  -- How many addresses came onto the list, or were purged from it.
  addresses integer not null default 0,
  -- Leads that were credited because their addresses were excluded in time, and what they had cost.
  credited_leads integer not null default 0,
  credited_retail_e4 bigint not null default 0,
  credited_wholesale_e4 bigint not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  undone_at timestamptz,
  primary key (agency_id, id)
);
create index exclusion_change_of_list on exclusion_change (agency_id, list_id, created_at desc, id desc);
create index exclusion_change_with_credits on exclusion_change (agency_id, created_at desc, id desc)
  where credited_leads > 0;
select tenant_policies('exclusion_change', 'select, insert, update, delete');

-- Rows of an accepted file that are not on the list yet. Addresses themselves are never stored, their hashes are: all three
-- of an address, since nobody knows by which of them the identity data know a person.
create table exclusion_staged (
  agency_id uuid not null,
  change_id uuid not null,
  row integer not null,
  root_id uuid not null,
  client_id uuid,
  md5 bytea not null check (length(md5) = 16),
  sha1 bytea check (length(sha1) = 20),
  sha256 bytea check (length(sha256) = 32),
  primary key (agency_id, change_id, row)
);
select tenant_policies('exclusion_staged', 'select, insert, delete');

-- What a purge took off a list, for as long as it can be undone.
create table exclusion_purged (
  agency_id uuid not null,
  purge_id uuid not null,
  hash bytea not null,
  root_id uuid not null,
  client_id uuid,
  change_id uuid,
  created_at timestamptz not null,
  purged_at timestamptz not null,
  primary key (agency_id, purge_id, hash)
);
create index exclusion_purged_before on exclusion_purged (root_id, purged_at);
select tenant_policies('exclusion_purged', 'select, insert, delete');

-- For how many days after its lead an excluded address is credited: the operator's word, which every agency reads. It holds
-- a number, so it has no tenant policy.
create table exclusion_rule (
  root_id uuid primary key,
  grace_days integer not null check (grace_days between 0 and 30)
);
grant select, insert, update on exclusion_rule to leadloom_app;

-- Leads whose prices were given back in both legs, each once at a time: an undone exclusion takes its credits back.
create table lead_credit (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  lead_id uuid not null,
  -- The change of an exclusion list that it follows from.
  change_id uuid not null,
  retail_e4 bigint not null check (retail_e4 >= 0),
  wholesale_e4 bigint not null check (wholesale_e4 >= 0),
  credited_at timestamptz not null,
  reversed_at timestamptz,
  primary key (agency_id, id)
);
create unique index lead_credit_of_lead on lead_credit (agency_id, lead_id) where reversed_at is null;
create index lead_credit_of_change on lead_credit (agency_id, change_id);
select tenant_policies('lead_credit', 'select, insert, update');
