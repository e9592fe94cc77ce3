-- How often a campaign's report recipients get a mail: with each lead, or one with all leads of an hour, a day or a week.
alter table campaign add column report_every text not null default 'lead'
  check (report_every in ('lead', 'hour', 'day', 'week'));

-- The same for their destination, with the zone in which hours, days and weeks end: leads are queued by this row alone.
alter table destination add column digest text not null default 'lead' check (digest in ('lead', 'hour', 'day', 'week'));
alter table destination add column digest_zone text not null default 'UTC';

-- When the digest is due that a lead goes out with; null for one that goes out by itself.
alter table delivery add column digest_at timestamptz;
-- The delivery whose mail this one travels in (decision 93). It is tried with that one only: it waits without a next try.
alter table delivery add column carried_by uuid;
create index delivery_carried on delivery (agency_id, carried_by) where carried_by is not null;
