-- Leads that a change of an exclusion list would have credited, and that had been refunded to their clients: credited where such a refund
-- fails (decision 127).
create table lead_credit_skipped (
  agency_id uuid not null,
  change_id uuid not null,
  lead_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  skipped_at timestamptz not null,
  primary key (agency_id, change_id, lead_id)
);
select tenant_policies('lead_credit_skipped', 'select, insert, update, delete');
