-- What a company wants to be told of (decision 261). A kind without a row is off; its threshold then is the contract's default.
create table alert_rule (
  agency_id uuid not null,
  -- The agency itself, or one of its clients.
  company_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,20}$'),
  root_id uuid not null,
  -- Null for the agency's own.
  client_id uuid,
  is_on boolean not null,
  -- In the unit of its kind: hours, days or percent.
  threshold integer check (threshold > 0),
  -- Kinds of the company's accounts whose channel gets it, too.
  posts_to text[] not null default '{}' check (cardinality(posts_to) <= 2),
  primary key (agency_id, company_id, kind)
);
create index alert_rule_of_root on alert_rule (root_id, agency_id) where is_on;
select tenant_policies('alert_rule', 'select, insert, update, delete');

-- What rules hold for now: a row exists as long as its cause does, so that each occurrence is told once and ends by itself.
create table alert (
  agency_id uuid not null,
  company_id uuid not null,
  kind text not null,
  -- The campaign or the destination.
  subject_id uuid not null,
  root_id uuid not null,
  client_id uuid,
  campaign_id uuid not null,
  raised_at timestamptz not null,
  primary key (agency_id, company_id, kind, subject_id)
);
create index alert_of_root on alert (root_id, agency_id);
select tenant_policies('alert', 'select, insert, delete');
