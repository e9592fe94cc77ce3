-- Who of the root's staff an agency is assigned to, in whichever part: the three columns of `company` turned round, so
-- that a sales person's own scope can show their agencies by plain equality and not a single row of anybody else.
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

-- A removed agency is nobody's; it is theirs again once it is brought back. As the caller: assigning is the root's.
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

insert into agency_staff (root_id, agency_id, user_id, part)
select root_id, id, user_id, part
  from company, lateral (values (sales_rep_id, 'rep'), (account_executive_id, 'executive'), (account_referrer_id, 'referrer'))
    as assigned (user_id, part)
 where kind = 'agency' and removed_at is null and user_id is not null;
