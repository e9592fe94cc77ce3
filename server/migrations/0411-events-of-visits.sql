-- What visitors did besides looking at pages: few of the visits.
create index visit_of_event on visit (agency_id, campaign_id, id desc) where kind in ('event', 'conversion');
