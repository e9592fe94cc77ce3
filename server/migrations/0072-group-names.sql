-- Names of groups are told apart whatever their case, as people read them.
update company_group set name = left(name, 215) || ' (' || id || ')'
 where exists (select from company_group other where other.company_id = company_group.company_id
   and lower(other.name) = lower(company_group.name) and other.id < company_group.id);
alter table company_group drop constraint company_group_company_id_name_key;
create unique index company_group_name on company_group (company_id, lower(name));

-- Counted from the index alone: row-level security finds the path in it.
drop index company_of_group;
create index company_of_group on company (company_group_id) include (root_id, agency_id, client_id)
  where company_group_id is not null and removed_at is null;
