-- A removed company's host names stop answering, and are kept for it while it can be brought back.
alter table host add column removed_at timestamptz;
create index removed_company on company (root_id, agency_id, removed_at) where removed_at is not null;
