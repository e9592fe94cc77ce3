-- Who sets a cap is told at which shares of it, in percent, and once a month's leads cost an amount that stops nothing (decision 120).
-- The payer is told too where that was asked for: a client of its own cap and its campaigns', an agency of its own.
alter table campaign add column alert_shares smallint[] not null default '{80,100}';
alter table campaign add column alert_cents integer check (alert_cents > 0);
alter table campaign add column alert_payer boolean not null default false;
create index campaign_with_spend_alerts on campaign (root_id, agency_id)
  where removed_at is null and (month_cap_cents is not null or alert_cents is not null);

alter table money_cap add column alert_shares smallint[] not null default '{80,100}';
alter table money_cap add column alert_cents integer check (alert_cents > 0);
alter table money_cap add column alert_payer boolean not null default false;
-- An alert needs no cap.
alter table money_cap alter column month_cap_cents drop not null;
alter table money_cap add check (month_cap_cents is not null or alert_cents is not null);

-- What was told of the spending of a month, by whose it is: a campaign's, a client's or an agency's.
create table spend_notice (
  agency_id uuid not null,
  of_id uuid not null,
  month date not null,
  root_id uuid not null,
  -- Null for the agency's own, which is no client's to see.
  client_id uuid,
  -- Shares of the cap in percent; 0 is the amount.
  told smallint[] not null,
  -- What had been spent, and what the cap was, when that was last looked at.
  seen_e4 bigint not null,
  cap_cents integer,
  told_at timestamptz,
  primary key (agency_id, of_id, month)
);
select tenant_policies('spend_notice', 'select, insert, update, delete');
