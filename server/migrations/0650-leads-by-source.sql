-- Leads of visits by day and by where the visitor came from: `utm_source` of the page's URL, otherwise the host that linked to it unless it
-- is the page's own (decision 210). Stored for each agency and each of its clients, in the transaction of the leads.
create table lead_source_day (
  agency_id uuid not null,
  -- The agency or client whose leads these are.
  of_id uuid not null,
  -- In New York, as all days of reports.
  day date not null,
  module text not null,
  -- Empty if neither is known.
  source text not null,
  root_id uuid not null,
  -- Null in an agency's rows.
  client_id uuid,
  leads bigint not null,
  primary key (agency_id, of_id, day, module, source)
);

-- Leads whose visits are still stored. While row-level security is forced, the tables' owner sees none of their rows.
alter table lead no force row level security;
alter table visit no force row level security;
alter table campaign no force row level security;
insert into lead_source_day (agency_id, of_id, day, module, source, root_id, client_id, leads)
select made.agency_id, owner.of_id, made.day, made.module, made.source, made.root_id, owner.client_id, count(*)
  from (
    select lead.agency_id, lead.client_id, lead.root_id, campaign.module, (lead.created_at at time zone 'America/New_York')::date as day,
        left(coalesce(
          nullif(lower(substring(visit.page_url from '[?&]utm_source=([^&#]+)')), ''),
          nullif(
            regexp_replace(lower(split_part(visit.referrer_host, ':', 1)), '^www\.', ''),
            regexp_replace(lower(split_part(split_part(visit.page_url, '/', 3), ':', 1)), '^www\.', '')),
          ''), 100) as source
      from lead
      join visit on visit.agency_id = lead.agency_id and visit.id = lead.visit_id
      join campaign on campaign.agency_id = lead.agency_id and campaign.id = lead.campaign_id
     where lead.kind = 'lead' and lead.search is null) made
  cross join lateral (values (made.agency_id, null::uuid), (made.client_id, made.client_id)) as owner (of_id, client_id)
 group by 1, 2, 3, 4, 5, 6, 7;
alter table lead force row level security;
alter table visit force row level security;
alter table campaign force row level security;

select tenant_policies('lead_source_day', 'select, insert, update');
