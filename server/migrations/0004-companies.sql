-- How companies are sorted and assigned: groups of clients, and the staff that agencies belong to.

-- An agency's own grouping of its clients (D2 §3, Company group).
create table company_group (
  id uuid primary key,
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  name text not null check (length(name) between 1 and 255),
  -- How many clients the group has. The selector reads it with every page, and counting 100,000 rows took half a second.
  clients integer not null default 0,
  created_at timestamptz not null
);
-- Names of groups differ by more than their case, as people read them.
create unique index company_group_name on company_group (company_id, lower(name));
select tenant_policies('company_group', 'select, insert, update, delete');

alter table company
  add foreign key (company_group_id) references company_group (id) on delete set null;

-- The trigger runs as the caller: whoever may move a client may write its agency's groups.
create function count_group_clients() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.company_group_id is not null and old.removed_at is null then
    update company_group set clients = clients - 1 where id = old.company_group_id;
  end if;
  if tg_op <> 'DELETE' and new.company_group_id is not null and new.removed_at is null then
    update company_group set clients = clients + 1 where id = new.company_group_id;
  end if;
  return null;
end $$;
create trigger count_group_clients_new after insert on company for each row
  when (new.company_group_id is not null) execute function count_group_clients();
create trigger count_group_clients_changed after update of company_group_id, removed_at on company for each row
  when (old.company_group_id is distinct from new.company_group_id
    or (old.removed_at is null) <> (new.removed_at is null))
  execute function count_group_clients();
create trigger count_group_clients_gone after delete on company for each row
  when (old.company_group_id is not null) execute function count_group_clients();

-- Which of the root's staff an agency is assigned to, and as what. It repeats three columns of `company` with one row for
-- each user, so that the scope of a salesperson shows their agencies by plain equality, and no row of anybody else.
create table agency_staff (
  root_id uuid not null,
  agency_id uuid not null references company (id),
  user_id uuid not null references app_user (id),
  part text not null check (part in ('rep', 'executive', 'referrer')),
  primary key (agency_id, part)
);
create index agency_of_person on agency_staff (user_id, agency_id) include (root_id);

alter table agency_staff enable row level security;
alter table agency_staff force row level security;
create policy root_id on agency_staff for all to leadloom_app
  using (root_id = nullif(current_setting('app.root_id', true), '')::uuid)
  with check (root_id = nullif(current_setting('app.root_id', true), '')::uuid);
create policy user_id on agency_staff for all to leadloom_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, delete on agency_staff to leadloom_app;

-- A removed agency is assigned to nobody until it is restored. The trigger runs as the caller: only the root assigns.
create function keep_agency_staff() returns trigger language plpgsql as $$
begin
  delete from agency_staff where agency_id = new.id;
  insert into agency_staff (root_id, agency_id, user_id, part)
  select new.root_id, new.id, user_id, part
    from (values (new.sales_rep_id, 'rep'), (new.account_executive_id, 'executive'), (new.account_referrer_id, 'referrer'))
      as assigned (user_id, part)
   where user_id is not null and new.removed_at is null;
  return null;
end $$;
create trigger keep_agency_staff
  after update of sales_rep_id, account_executive_id, account_referrer_id, removed_at on company
  for each row when (new.kind = 'agency' and (
    old.sales_rep_id is distinct from new.sales_rep_id or old.account_executive_id is distinct from new.account_executive_id
    or old.account_referrer_id is distinct from new.account_referrer_id or old.removed_at is distinct from new.removed_at))
  execute function keep_agency_staff();
create trigger keep_new_agency_staff after insert on company for each row
  when (new.kind = 'agency' and (new.sales_rep_id is not null or new.account_executive_id is not null
    or new.account_referrer_id is not null))
  execute function keep_agency_staff();
