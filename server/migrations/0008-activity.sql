-- The one log of who did what on whose behalf: a chain of entries for each agency, and one for the root's own. Entries are
-- only ever added. The hash of each covers the hash before it, so that a changed, removed or inserted row shows.

create table activity (
  book_id uuid not null,
  -- Counts from 1 without a gap within its chain.
  seq bigint not null,
  id uuid not null,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  -- The machine's time: moving the demo's clock moves no entry.
  at timestamptz not null,
  action text not null check (action ~ '^[a-z]+\.[A-Za-z]+$' and length(action) <= 100),
  -- Null where nobody was signed in.
  actor_id uuid,
  actor_kind text,
  -- The user shown in view mode, else the actor.
  on_behalf_of uuid,
  -- Whose account it concerns, where it is about a user.
  subject_id uuid,
  session_id uuid,
  request_id text not null,
  target_kind text,
  target_id text,
  target_name text,
  campaign_id uuid,
  description text check (length(description) <= 1000),
  reason text,
  -- The changed values, before and after; never a secret.
  before jsonb,
  after jsonb,
  -- What a browser reports is kept too, and can never pass for what the server saw.
  source text not null check (source in ('server', 'browser')),
  address text not null,
  hash bytea not null,
  primary key (book_id, seq),
  check (book_id = coalesce(agency_id, root_id))
);
create index activity_of_root on activity (root_id, at desc, id desc);
create index activity_of_client on activity (client_id, seq desc) where client_id is not null;
create index activity_of_subject on activity (subject_id, at) where subject_id is not null;
select tenant_policies('activity', 'select, insert');

-- Where each chain ends. It holds ids and a hash only, so that whoever may add an entry can continue the chain.
create table activity_head (
  book_id uuid primary key,
  root_id uuid not null,
  seq bigint not null,
  hash bytea not null
);
grant select, insert, update on activity_head to leadloom_app;

-- Where entries were removed because their retention was over: a run of numbers without a gap, and the hash that the next
-- entry's hash covers. A check of the chain steps over it as over an entry. The application's role may only read it.
create table activity_anchor (
  book_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  root_id uuid not null,
  hash bytea not null,
  -- The time of the newest entry that was removed, and when it was removed: never before 24 months had passed.
  newest_at timestamptz not null,
  trimmed_at timestamptz not null,
  primary key (book_id, first_seq),
  check (first_seq between 1 and last_seq),
  check (extract(epoch from trimmed_at) - extract(epoch from newest_at) >= 731 * 86400)
);
grant select on activity_anchor to leadloom_app;

-- Times are hashed as whole microseconds, because their text depends on the session's time zone.
create function activity_digest(entry activity, previous bytea) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.book_id, entry.seq, entry.id, entry.root_id, entry.agency_id, entry.client_id,
    round(extract(epoch from entry.at) * 1000000), entry.action, entry.actor_id, entry.actor_kind, entry.on_behalf_of,
    entry.subject_id, entry.session_id, entry.request_id, entry.target_kind, entry.target_id, entry.target_name,
    entry.campaign_id, entry.description, entry.reason, entry.before, entry.after, entry.source, entry.address)::text, 'UTF8'))
$$;

-- Sets the number and the hash, whatever an insert says. The head stays locked until the commit, so that a chain has one
-- order.
create function chain_activity() returns trigger language plpgsql as $$
declare
  head activity_head;
begin
  new.book_id := coalesce(new.agency_id, new.root_id);
  insert into activity_head as h (book_id, root_id, seq, hash) values (new.book_id, new.root_id, 1, '')
    on conflict (book_id) do update set seq = h.seq + 1
    returning * into head;
  new.seq := head.seq;
  new.hash := activity_digest(new, head.hash);
  update activity_head set hash = new.hash where book_id = new.book_id;
  return new;
end $$;
create trigger chain_activity before insert on activity for each row execute function chain_activity();

create function keep_activity() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger keep_activity before update or truncate on activity
  for each statement execute function keep_activity();

-- An entry can be deleted only when an anchor replaces it already. The application's role may delete none at all.
create function keep_activity_entry() returns trigger language plpgsql as $$
begin
  if exists (select from activity_anchor where book_id = old.book_id and first_seq <= old.seq and last_seq >= old.seq
      and newest_at >= old.at) then
    return old;
  end if;
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger keep_activity_entry before delete on activity for each row execute function keep_activity_entry();
