-- Lists of addresses that were uploaded as a part of audiences. Hashes alone are kept: all three of an address that came
-- plain, since the identity data may know a person by any one of them (decision 87).
create table audience_list (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  file_name text not null default '',
  addresses integer not null check (addresses > 0),
  -- The last day on which it holds anybody; null for one that holds until it is removed.
  ends_on date,
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index audience_list_name on audience_list (agency_id, client_id, lower(name));
create index audience_list_in_order on audience_list (agency_id, name, id) include (root_id, client_id);
create index audience_list_of_root on audience_list (root_id, name, id) include (agency_id, client_id);
create index audience_list_ending on audience_list (root_id, ends_on) include (agency_id) where ends_on is not null;
select tenant_policies('audience_list', 'select, insert, delete');

create table audience_list_entry (
  agency_id uuid not null,
  list_id uuid not null,
  hash bytea not null,
  root_id uuid not null,
  client_id uuid not null,
  primary key (agency_id, list_id, hash)
);
select tenant_policies('audience_list_entry', 'select, insert, delete');
