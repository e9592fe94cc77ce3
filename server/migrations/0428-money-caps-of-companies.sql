-- The most that all leads of a client may cost it in a month, and that all leads of an agency may cost the agency. Months are
-- those of the agency's time zone.
create table money_cap (
  agency_id uuid not null,
  -- The client, or the agency itself.
  company_id uuid not null,
  -- Null for the agency's, which is no client's to see.
  client_id uuid,
  root_id uuid not null,
  month_cap_cents integer not null check (month_cap_cents > 0),
  updated_at timestamptz not null,
  primary key (agency_id, company_id)
);
select tenant_policies('money_cap', 'select, insert, update, delete');

-- Uses are of whatever has a cap: a campaign, a client or an agency.
alter table cap_use rename column campaign_id to of_id;
alter table cap_use alter column client_id drop not null;
-- In which zone the month was; null where it was counted before that was kept, to be counted anew.
alter table cap_use add column time_zone text;
