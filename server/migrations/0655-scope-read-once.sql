-- Where one statement reads or writes many thousands of rows, comparing each with a setting took up to a third of its time,
-- mostly to parse the setting. As a subquery it is read once a statement (decision 219).
create function read_scope_once(table_name regclass, reading boolean, writing boolean) returns void language plpgsql as $$
declare
  policy record;
  setting text;
begin
  for policy in
    select p.polname as name, p.polrelid::regclass as place from pg_policy p
     where p.polrelid = table_name or p.polrelid in (select relid from pg_partition_tree(table_name))
  loop
    setting := format('nullif(current_setting(%L, true), '''')::uuid', 'app.' || policy.name);
    execute format(
      'alter policy %1$I on %2$s using (%1$I = %3$s) with check (%1$I = %4$s)', policy.name, policy.place,
      case when reading then format('(select %s)', setting) else setting end,
      case when writing then format('(select %s)', setting) else setting end);
  end loop;
end $$;

-- Citus rejects subqueries in policies, so a distributed database keeps the plain form.
do $$
begin
  if exists (select from distribution) then return; end if;
  perform read_scope_once(name, true, true) from unnest(array['visit', 'hit', 'report_day']::regclass[]) name;
  perform read_scope_once(name, false, true) from unnest(array['lead', 'delivery', 'ledger_transfer']::regclass[]) name;
end $$;
