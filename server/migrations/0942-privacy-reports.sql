-- Each day's figures on privacy of a brand, and of the operator over all of them (decision 324). Each row covers the day before by its hash.
create table privacy_report (
  -- The operator's id for the report over all of its brands.
  agency_id uuid not null,
  -- Of UTC.
  day date not null,
  root_id uuid not null,
  -- Always empty: no client's.
  client_id uuid,
  -- JSON as it was hashed: jsonb would sort it anew.
  figures text not null,
  -- Of the day before; empty for the first.
  previous_hash text not null,
  -- SHA-256 of the previous hash, the company, the day and the figures, a line each.
  hash text not null,
  primary key (agency_id, day)
);
select tenant_policies('privacy_report', 'select, insert');

-- When it was asked again whether anything of the person is left.
alter table privacy_request add column verified_at timestamptz;

-- Which retention periods were applied on a day, and whether all that was due went. No tenant's.
create table retention_day (
  day date not null,
  what text not null,
  is_done boolean not null,
  primary key (day, what)
);
grant select, insert, update, delete on retention_day to leadloom_app;
