-- Requests to the account that are open now, and when each counts as lost (in milliseconds), for services that limit how
-- many there may be at once.
alter table connection add column open_requests jsonb not null default '{}';
