-- Leads by month too: a report about a year reads some eighty lines of an agency and not four hundred, which lie on as many pages.
-- Months are those of UTC, as days are.
alter table lead_count drop constraint lead_count_grain_check;
alter table lead_count add constraint lead_count_grain_check check (grain in ('ever', 'month', 'day', 'hour'));

-- What is kept already, of every operator: while row-level security is forced, its owner sees none of it.
alter table lead_count no force row level security;
insert into lead_count (agency_id, of_id, grain, start_at, root_id, client_id, leads, tests, wholesale_e4, retail_e4)
  select agency_id, of_id, 'month', date_trunc('month', start_at, 'UTC'), root_id, client_id, sum(leads)::bigint, sum(tests)::bigint,
         sum(wholesale_e4)::bigint, sum(retail_e4)::bigint
    from lead_count where grain = 'day' group by agency_id, of_id, date_trunc('month', start_at, 'UTC'), root_id, client_id;
alter table lead_count force row level security;
