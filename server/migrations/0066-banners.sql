-- Banners that agencies and the operator design for themselves and their clients. Rows of the operator's own carry the
-- root's id as their agency's, so that they lie beside no agency's.

create table banner (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  -- Whose banner it is: the root, an agency or a client.
  company_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  size text not null,
  click_url text not null default '' check (length(click_url) <= 2000),
  drawing jsonb not null,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create index banner_last_changed on banner (agency_id, updated_at desc, id desc);
select tenant_policies('banner', 'select, insert, update, delete');

-- What a banner was, version by version; the newest is the banner itself.
create table banner_version (
  agency_id uuid not null,
  banner_id uuid not null,
  version integer not null,
  root_id uuid not null,
  client_id uuid,
  drawing jsonb not null,
  saved_by uuid not null,
  saved_at timestamptz not null,
  primary key (agency_id, banner_id, version),
  foreign key (agency_id, banner_id) references banner (agency_id, id) on delete cascade
);
select tenant_policies('banner_version', 'select, insert, delete');

-- Pictures of banners, drawn anew as they came in: no file of anybody's is kept as it was sent.
create table banner_picture (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  company_id uuid not null,
  width integer not null check (width between 1 and 2000),
  height integer not null check (height between 1 and 2000),
  image bytea not null check (length(image) <= 4000000),
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create index banner_picture_of_company on banner_picture (agency_id, company_id);
select tenant_policies('banner_picture', 'select, insert, delete');

-- Colors, font and logo that a company's banners begin with.
create table brand_kit (
  agency_id uuid not null,
  company_id uuid not null,
  root_id uuid not null,
  client_id uuid,
  colors text[] not null check (cardinality(colors) between 1 and 6),
  font text not null,
  logo_id uuid,
  primary key (agency_id, company_id)
);
select tenant_policies('brand_kit', 'select, insert, update, delete');
