-- A destination's deliveries in the order in which they are tried, those of one moment by the age of their leads. With the
-- client, by which the wall between tenants asks, so that finding who has something due reads nothing but this.
drop index delivery_due;
create index delivery_due on delivery (root_id, agency_id, destination_id, next_attempt_at, id) include (client_id)
  where status = 'waiting';
