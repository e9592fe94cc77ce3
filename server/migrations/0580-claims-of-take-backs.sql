-- Until when a receipt is one run's: two runs at once would tell a destination twice.
alter table take_back add column leased_until timestamptz;
create index take_back_of_destination on take_back (agency_id, destination_id, next_attempt_at) where status = 'waiting';
