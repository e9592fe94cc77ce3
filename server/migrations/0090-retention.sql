-- Where entries of the log were taken away because their time was over: a run of numbers without a gap, and the hash that the
-- next entry's hash covers. The chain is walked across it as across an entry. The application's role may only read it.
create table activity_anchor (
  book_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  root_id uuid not null,
  hash bytea not null,
  -- Of the newest entry that was taken away, and when that was: never before 24 months had passed.
  newest_at timestamptz not null,
  trimmed_at timestamptz not null,
  primary key (book_id, first_seq),
  check (first_seq between 1 and last_seq),
  check (extract(epoch from trimmed_at) - extract(epoch from newest_at) >= 731 * 86400)
);
grant select on activity_anchor to leadloom_app;

-- An entry goes only when an anchor stands for it already; the application's role may take none away at all.
create function keep_activity_entry() returns trigger language plpgsql as $$
begin
  if exists (select from activity_anchor where book_id = old.book_id and first_seq <= old.seq and last_seq >= old.seq
      and newest_at >= old.at) then
    return old;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger keep_activity on activity;
create trigger keep_activity before update or truncate on activity
  for each statement execute function keep_activity();
create trigger keep_activity_entry before delete on activity for each row execute function keep_activity_entry();

-- Addresses that say more than a network: forgotten 30 days after signing in.
create index session_with_address on session (created_at) where strpos(address, '/') = 0;
-- An upload's file is there for a day.
alter table identity_import add column file_removed_at timestamptz;

-- Campaigns whose life may be over, and when their leads were made nameless, two years after that.
alter table campaign add column leads_erased_at timestamptz;
create index campaign_ended on campaign (root_id, updated_at) include (agency_id, client_id)
  where removed_at is not null or status in ('stop', 'archived') or end_date is not null;
