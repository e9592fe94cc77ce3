-- How the rows of each cycle of the Delete Act were answered: kept with the cycle, because a list may have ten million rows.
alter table deletion_cycle
  add column rows_deleted integer not null default 0,
  add column rows_opted_out integer not null default 0,
  add column rows_not_found integer not null default 0,
  -- Rows of earlier cycles that were answered “not found” and were found in this one.
  add column rows_amended integer not null default 0;
update deletion_cycle set rows_deleted = rows.deleted, rows_opted_out = rows.opted_out, rows_not_found = rows.not_found
  from (select cycle_id, count(*) filter (where status = 3) as deleted, count(*) filter (where status = 4) as opted_out,
               count(*) filter (where status = 5) as not_found
          from deletion_request group by cycle_id) rows
 where rows.cycle_id = deletion_cycle.id;
-- The cycle that amended the answer; null for an answer that stands. Lists are read whole: no index of cycles is kept up for millions of rows.
alter table deletion_request add column amended_in uuid;
drop index deletion_request_of_cycle;
