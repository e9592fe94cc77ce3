-- A campaign that is fed by searches shows when the latest one matched it, in the column in which others show their last hit.
alter table campaign no force row level security;
alter table search_match no force row level security;
update campaign set last_hit_at = latest.at
  from (select agency_id, campaign_id, max(last_at) as at from search_match group by agency_id, campaign_id) latest
 where campaign.agency_id = latest.agency_id and campaign.id = latest.campaign_id and campaign.last_hit_at is null;
alter table campaign force row level security;
alter table search_match force row level security;
