-- A destination's software tells what became of a lead that it got (decision 331).

-- The sealed signing secret of the address at which it does; null without an address.
alter table destination add column callback_sealed text;
-- The record that the destination made of the lead, by which its software names it.
alter table delivery add column record_id text;
create index delivery_of_record on delivery (agency_id, destination_id, record_id) where record_id is not null;
-- A change was made by a person or by a destination.
alter table lead_entry alter column by_id drop not null;
alter table lead_entry add column destination_id uuid;
