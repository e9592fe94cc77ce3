-- How many clients lie in a group, kept with it: the selector reads it with every page, and counting 100,000 took half a
-- second.
alter table company_group add column clients integer not null default 0;
update company_group set clients = counted.clients
  from (select company_group_id, count(*) as clients from company
         where company_group_id is not null and removed_at is null group by 1) counted
 where counted.company_group_id = company_group.id;

-- As the caller: whoever may move a client may write its agency's groups.
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
