-- Where an autocomplete (R131) finds agencies, clients and campaigns: one line for each word of a name, with what follows
-- it, in lower case and without signs. Beginnings are found by comparing, which row-level security lets an index do;
-- a LIKE would read every row of the tenant.
create table name_start (
  agency_id uuid not null,
  of_id uuid not null,
  start text collate "C" not null,
  root_id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('agency', 'client', 'campaign')),
  name text not null,
  primary key (agency_id, of_id, start)
);

-- The words of a text as they are compared.
create function name_words(name text) returns text[] language sql immutable as $$
  select array_remove(regexp_split_to_array(lower(name), '[^[:alnum:]]+'), '')
$$;
create function name_starts(name text) returns setof text language sql immutable as $$
  select distinct left(array_to_string(words[n:], ' '), 40)
    from (select name_words(name) as words) split, generate_series(1, least(cardinality(words), 8)) n
$$;

insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
select agency_id, id, start, root_id, client_id, kind, name from company, name_starts(name) start
 where kind <> 'root' and removed_at is null
union all
select agency_id, id, start, root_id, client_id, 'campaign', name from campaign, name_starts(name) start
 where removed_at is null;

create index name_start_of_root on name_start (root_id, kind, start, of_id) include (agency_id, client_id, name);
create index name_start_of_agency on name_start (agency_id, kind, start, of_id) include (root_id, client_id, name);
create index name_start_of_client on name_start (client_id, kind, start, of_id) include (root_id, agency_id, name)
  where client_id is not null;
select tenant_policies('name_start', 'select, insert, delete');

-- As the caller: whoever may write the row may write its lines. What is added comes in sets, what changes one by one.
create function add_name_starts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'campaign' then
    insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
    select agency_id, id, start, root_id, client_id, 'campaign', name from added, name_starts(name) start
     where removed_at is null;
  else
    insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
    select agency_id, id, start, root_id, client_id, kind, name from added, name_starts(name) start
     where kind <> 'root' and removed_at is null;
  end if;
  return null;
end $$;

create function change_name_starts() returns trigger language plpgsql as $$
begin
  delete from name_start where agency_id = old.agency_id and of_id = old.id;
  if tg_op = 'UPDATE' and new.removed_at is null then
    insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
    select new.agency_id, new.id, start, new.root_id, new.client_id, tg_argv[0], new.name from name_starts(new.name) start;
  end if;
  return null;
end $$;

create trigger add_name_starts after insert on company
  referencing new table as added for each statement execute function add_name_starts();
create trigger add_name_starts after insert on campaign
  referencing new table as added for each statement execute function add_name_starts();
create trigger change_name_starts after update of name, removed_at on campaign for each row
  when (old.name <> new.name or (old.removed_at is null) <> (new.removed_at is null))
  execute function change_name_starts('campaign');
create trigger change_agency_name_starts after update of name, removed_at on company for each row
  when (new.kind = 'agency' and (old.name <> new.name or (old.removed_at is null) <> (new.removed_at is null)))
  execute function change_name_starts('agency');
create trigger change_client_name_starts after update of name, removed_at on company for each row
  when (new.kind = 'client' and (old.name <> new.name or (old.removed_at is null) <> (new.removed_at is null)))
  execute function change_name_starts('client');
create trigger drop_name_starts after delete on campaign for each row execute function change_name_starts();
create trigger drop_name_starts after delete on company for each row
  when (old.kind <> 'root') execute function change_name_starts();

-- Cities by the beginning of their names; public data, without tenants.
create index us_zip_by_city on us_zip ((lower(city)) collate "C", state);
