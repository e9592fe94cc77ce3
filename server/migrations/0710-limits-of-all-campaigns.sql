-- No campaign goes without a limit (decision 42). Those that had none get one by the day that does not stop what they usually get:
-- three times their busiest day of the last ninety, and at least what a new campaign gets. Their agencies are told in the inbox until
-- somebody sets a limit or marks it as done.
alter table campaign add column limit_given_at timestamptz;

alter table campaign no force row level security;
alter table lead_count no force row level security;
alter table brand no force row level security;
update campaign
   set limit_leads = greatest(1, least(100, case when retail_price_e4 = 0 then 100 else 10000000 / retail_price_e4 end)), limit_period = 'day',
       limit_given_at = now(), updated_at = greatest(updated_at, now())
 where limit_leads is null;
update campaign set limit_leads = least(1000000, greatest(limit_leads, 3 * busiest.leads))
  from (select agency_id, of_id, max(leads) as leads from lead_count
         where grain = 'day' and start_at > now() - interval '90 days' group by agency_id, of_id) busiest
 where campaign.agency_id = busiest.agency_id and campaign.id = busiest.of_id and limit_given_at is not null;
-- An Enhance ID campaign promises so many.
update campaign set limit_leads = greatest(limit_leads, brand.min_lead_day_enhance)
  from brand
 where brand.company_id = campaign.root_id and campaign.module = 'enhance' and limit_given_at is not null;
alter table campaign force row level security;
alter table lead_count force row level security;
alter table brand force row level security;

alter table campaign alter column limit_leads set not null;
