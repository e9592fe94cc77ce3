-- Reports by campaign read `report_day` too, so each campaign has its rows there from now on. Days that were added up before
-- have none: they are added up again, from the first one, by the job that adds up every day; until it is through, reports add
-- them up by themselves.
delete from report_day_watermark;

-- What conversions of some days came to, from the index alone.
create index conversion_of_days on conversion (agency_id, at) include (root_id, client_id, campaign_id, value_cents);
