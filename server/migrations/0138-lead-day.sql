-- Leads and their money by day, module and state, kept with the leads: a dashboard reads some hundred rows where it would
-- count a million leads. Days are those of reports (America/New_York, OQ-55). Test leads are not in it.
create table lead_day (
  agency_id uuid not null,
  -- The agency, the client or the campaign that these leads are counted of.
  of_id uuid not null,
  module text not null,
  day date not null,
  -- Empty for the leads of all states together, so that a year's days are 366 rows. Agencies and clients have their states
  -- besides: '-' where it is not known where somebody lives.
  state text not null,
  root_id uuid not null,
  -- Null where an agency's leads are counted.
  client_id uuid,
  leads bigint not null,
  retail_e4 bigint not null,
  wholesale_e4 bigint not null,
  primary key (agency_id, of_id, module, state, day)
);
select tenant_policies('lead_day', 'select, insert, update');

-- Counts the leads of one statement. Lines are written in the order of their keys, so that two transactions never wait for
-- each other in a circle.
create function keep_lead_days() returns trigger language plpgsql as $$
begin
  insert into lead_day (agency_id, of_id, module, day, state, root_id, client_id, leads, retail_e4, wholesale_e4)
  select made.agency_id, owner.id, campaign.module, (made.created_at at time zone 'America/New_York')::date, owner.state,
      made.root_id, owner.client_id, count(*), sum(made.retail_price_e4), sum(made.wholesale_price_e4)
    from made
    join campaign on campaign.agency_id = made.agency_id and campaign.id = made.campaign_id
    cross join lateral (values
      (made.agency_id, null::uuid, ''),
      (made.agency_id, null, coalesce(nullif(made.state, ''), '-')),
      (made.client_id, made.client_id, ''),
      (made.client_id, made.client_id, coalesce(nullif(made.state, ''), '-')),
      (made.campaign_id, made.client_id, '')) as owner (id, client_id, state)
   where made.kind = 'lead'
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 5, 4
  on conflict (agency_id, of_id, module, state, day) do update set
    leads = lead_day.leads + excluded.leads,
    retail_e4 = lead_day.retail_e4 + excluded.retail_e4,
    wholesale_e4 = lead_day.wholesale_e4 + excluded.wholesale_e4;
  return null;
end $$;
create trigger keep_lead_days after insert on lead referencing new table as made
  for each statement execute function keep_lead_days();

-- The leads that exist already. The owner reads and writes past the policies, which are for the application.
alter table lead no force row level security;
alter table campaign no force row level security;
alter table lead_day no force row level security;
insert into lead_day (agency_id, of_id, module, day, state, root_id, client_id, leads, retail_e4, wholesale_e4)
select lead.agency_id, owner.id, campaign.module, (lead.created_at at time zone 'America/New_York')::date, owner.state,
    lead.root_id, owner.client_id, count(*), sum(lead.retail_price_e4), sum(lead.wholesale_price_e4)
  from lead
  join campaign on campaign.agency_id = lead.agency_id and campaign.id = lead.campaign_id
  cross join lateral (values
    (lead.agency_id, null::uuid, ''),
    (lead.agency_id, null, coalesce(nullif(lead.state, ''), '-')),
    (lead.client_id, lead.client_id, ''),
    (lead.client_id, lead.client_id, coalesce(nullif(lead.state, ''), '-')),
    (lead.campaign_id, lead.client_id, '')) as owner (id, client_id, state)
 where lead.kind = 'lead'
 group by 1, 2, 3, 4, 5, 6, 7;
alter table lead force row level security;
alter table campaign force row level security;
alter table lead_day force row level security;

-- The few destinations that do not work, and the campaigns that run, of one client.
create index destination_not_ok on destination (agency_id, client_id) where status <> 'ok' and removed_at is null;
