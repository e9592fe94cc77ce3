-- When a campaign takes leads: windows by day of the week, 'mon 09:00-17:00', by the wall clock of its time zone; one that does not
-- end later than it begins ends on the next day. None: at any time.
alter table campaign add column active_hours text[] not null default '{}'
  check (cardinality(active_hours) <= 28 and array_position(active_hours, null) is null);

-- The one window of before, on each of its days, of every operator: while row-level security is forced, its owner sees none of it.
alter table campaign no force row level security;
update campaign set active_hours = array(
    select (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[day] || ' '
        || lpad(active_from::text, 2, '0') || ':00-' || lpad(active_to::text, 2, '0') || ':00'
      from generate_series(1, 7) day
     where active_days = '{}' or day = any(active_days)
     order by day)
 where active_days <> '{}' or active_from <> 0 or active_to <> 24;
alter table campaign force row level security;
alter table campaign drop column active_days, drop column active_from, drop column active_to;
