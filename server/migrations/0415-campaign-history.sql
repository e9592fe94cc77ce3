-- What was changed of a campaign, the newest first.
create index activity_of_campaign on activity (campaign_id, seq desc) where campaign_id is not null;
