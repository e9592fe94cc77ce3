-- What is set on agencies and clients, and what their list shows. The main user's name and address are kept beside the
-- company, so that sorting 10,000 agencies by them reads an index and ten rows, not 10,000 people.

alter table company
  add column removed_at timestamptz,
  -- Products and payment terms that may be sold to it (D2 §3).
  add column modules text[] not null default '{local,locator,enhance,b2b}'
    check (modules <@ '{local,locator,enhance,b2b}'),
  add column payment_terms text[] not null default '{Weekly,Monthly,OneTime,Prepaid}'
    check (payment_terms <@ '{Weekly,Monthly,OneTime,Prepaid}' and cardinality(payment_terms) > 0),
  add column api_mode boolean not null default false,
  add column external_organization_id text not null default '' check (length(external_organization_id) <= 100),
  add column exclude_minimum_spend boolean not null default false,
  -- Staff of the root that an agency is assigned to (R190).
  add column sales_rep_id uuid references app_user (id),
  add column account_executive_id uuid references app_user (id),
  add column account_referrer_id uuid references app_user (id),
  add column main_user_id uuid references app_user (id),
  add column main_name text not null default '',
  add column main_email text not null default '';

-- Who stands for a company: its first owner, or a client's first user. As the caller: whoever may write the person may
-- write the person's company too.
create function keep_main_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update company set main_user_id = new.id, main_name = new.full_name, main_email = new.email
     where id = new.company_id and main_user_id is null
       and (kind, new.kind) in (('agency', 'agencyOwner'), ('client', 'client'));
  else
    update company set main_name = new.full_name, main_email = new.email where id = new.company_id and main_user_id = new.id;
  end if;
  return null;
end $$;
create trigger keep_main_user after insert or update of full_name, email on app_user
  for each row execute function keep_main_user();

update company set main_user_id = main.id, main_name = main.full_name, main_email = main.email
  from (select distinct on (company_id) id, company_id, full_name, email from app_user
         where kind in ('agencyOwner', 'client') order by company_id, created_at, id) main
 where main.company_id = company.id and company.kind <> 'root';

-- What a search looks through: one text, in lower case, its parts kept apart by line ends.
alter table company add column search_text text not null
  generated always as (lower(name || E'\n' || main_name || E'\n' || main_email)) stored;

-- One index for each order of each list: a page is read from its place on. The path is included, so that row-level
-- security is decided without reading the rows that a page skips.
drop index company_of_agency, company_of_root;
create index agency_by_name on company (root_id, name, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index agency_by_main_name on company (root_id, main_name, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index agency_by_main_email on company (root_id, main_email, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index agency_by_creation on company (root_id, created_at, id) include (agency_id, client_id)
  where kind = 'agency' and removed_at is null;
create index client_by_name on company (agency_id, name, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index client_by_main_name on company (agency_id, main_name, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index client_by_main_email on company (agency_id, main_email, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index client_by_creation on company (agency_id, created_at, id) include (root_id, client_id)
  where kind = 'client' and removed_at is null;
create index company_with_active_campaigns on company_count (root_id, agency_id, client_id) where active_campaigns > 0;
create index agency_of_staff on company (root_id, sales_rep_id) where sales_rep_id is not null;

-- A company's name below the root's own host, at most one; its other host names are domains of its own.
alter table host add column is_subdomain boolean not null default false;
update host set is_subdomain = true
  from host as root
 where root.company_id = host.root_id and root.agency_id is null and host.agency_id is not null
   and host.host = split_part(host.host, '.', 1) || '.' || root.host;
create unique index subdomain_of_company on host (company_id) where is_subdomain;
create index host_of_company on host (company_id);
