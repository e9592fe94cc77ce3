-- What is known of people on a client's list, or of those behind a campaign's leads, sold by the person (decision 78).

-- A list that is to be filled up, what it would cost, and what was paid for it.
create table enrichment (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  -- Whose leads these are; null for a list that was uploaded.
  campaign_id uuid,
  -- The file's, or the campaign's as it was called then.
  name text not null,
  -- Of the file, in its order.
  columns text[] not null,
  status text not null check (status in ('matching', 'matched', 'bought')),
  rows_total integer not null check (rows_total >= 0),
  rows_done integer not null default 0,
  -- Rows that somebody known stands behind, and how many people these are: each is paid for once.
  rows_matched integer not null default 0,
  people integer not null default 0,
  -- What was paid for each of them, in 1/10,000 dollar; null until it was bought.
  retail_price_e4 bigint check (retail_price_e4 >= 0),
  wholesale_price_e4 bigint check (wholesale_price_e4 >= 0),
  requested_by uuid not null,
  created_at timestamptz not null,
  bought_at timestamptz,
  -- The rows hold people's data and go after a while; what was paid stays.
  rows_removed_at timestamptz,
  primary key (agency_id, id),
  check ((status = 'bought') = (bought_at is not null)),
  check ((status = 'bought') = (retail_price_e4 is not null and wholesale_price_e4 is not null))
);
create index enrichment_newest on enrichment (agency_id, created_at desc, id desc);
create index enrichment_by_age on enrichment (root_id, created_at) where rows_removed_at is null;
select tenant_policies('enrichment', 'select, insert, update');

create table enrichment_row (
  agency_id uuid not null,
  enrichment_id uuid not null,
  row integer not null check (row > 0),
  root_id uuid not null,
  client_id uuid not null,
  -- Texts as they came, in the order of the list's columns.
  cells jsonb not null,
  -- Of a campaign's lead.
  lead_id uuid,
  -- Who they are, by what, and what is added; null where nobody known stands behind the row.
  person_id bigint,
  match_key text check (match_key in ('email', 'md5', 'sha1', 'sha256', 'phone', 'lead')),
  added jsonb,
  primary key (agency_id, enrichment_id, row),
  check ((person_id is null) = (added is null) and (person_id is null) = (match_key is null))
);
create index enrichment_row_by_person on enrichment_row (agency_id, enrichment_id, person_id) where person_id is not null;
select tenant_policies('enrichment_row', 'select, insert, update, delete');

-- Lists name people by their numbers too.
create index person_of_phone on person (phone_e164) where phone_e164 is not null;

alter table quote drop constraint quote_purpose_check;
alter table quote add constraint quote_purpose_check
  check (purpose in ('onboarding_fee', 'agreement', 'feature_agreement', 'manual_bill', 'settlement', 'enrichment'));

alter table invoice_line drop constraint invoice_line_kind_check;
alter table invoice_line add constraint invoice_line_kind_check
  check (kind in ('leads', 'enrichment', 'minimum_spend', 'onboarding', 'developer', 'manual_bill'));
