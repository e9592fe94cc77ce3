-- A campaign has a pixel for each of its sites: those that it no longer names are found by it.
create index pixel_of_campaign on pixel (campaign_id);
