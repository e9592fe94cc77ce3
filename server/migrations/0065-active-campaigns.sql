-- Reports read the campaigns that run, of one agency or of the whole root, without looking at those that do not.
create index campaign_active on campaign (root_id, agency_id, id) where status = 'active' and removed_at is null;
