-- The one log of who did what as whom: one chain of entries for each book (an agency's, and the root's own), only ever
-- added to. Each entry's hash covers the hash before it, so that a changed, removed or inserted row shows.

create table activity (
  book_id uuid not null,
  -- Counts from 1 without a gap within its book.
  seq bigint not null,
  id uuid not null,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  -- The machine's time: moving the demo's clock moves no entry.
  at timestamptz not null,
  action text not null check (action ~ '^[a-z]+\.[A-Za-z]+$' and length(action) <= 100),
  -- Null where nobody had signed in.
  actor_id uuid,
  actor_kind text,
  -- As whom: the person looked at in view mode, else the actor.
  on_behalf_of uuid,
  -- Whose account it concerns, where it is about a person.
  subject_id uuid,
  session_id uuid,
  request_id text not null,
  target_kind text,
  target_id text,
  target_name text,
  campaign_id uuid,
  description text check (length(description) <= 1000),
  reason text,
  -- What changed, before and after; holds no secret.
  before jsonb,
  after jsonb,
  -- What a browser says happened is kept, and never looks like what the server saw.
  source text not null check (source in ('server', 'browser')),
  address text not null,
  hash bytea not null,
  primary key (book_id, seq),
  check (book_id = coalesce(agency_id, root_id))
);
create index activity_of_root on activity (root_id, at desc, id desc);
create index activity_of_client on activity (client_id, seq desc) where client_id is not null;
create index activity_of_subject on activity (subject_id, at) where subject_id is not null;

-- Where each chain ends. Holds ids and a hash, so that whoever may add an entry can go on with its book's chain.
create table activity_head (
  book_id uuid primary key,
  root_id uuid not null,
  seq bigint not null,
  hash bytea not null
);
grant select, insert, update on activity_head to leadloom_app;

-- Times as whole microseconds: their text would follow the session's time zone.
create function activity_digest(entry activity, previous bytea) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    entry.book_id, entry.seq, entry.id, entry.root_id, entry.agency_id, entry.client_id,
    round(extract(epoch from entry.at) * 1000000), entry.action, entry.actor_id, entry.actor_kind, entry.on_behalf_of,
    entry.subject_id, entry.session_id, entry.request_id, entry.target_kind, entry.target_id, entry.target_name,
    entry.campaign_id, entry.description, entry.reason, entry.before, entry.after, entry.source, entry.address)::text, 'UTF8'))
$$;

-- Number and hash are given here, whatever an insert says. The head stays locked until the commit: one book, one order.
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
create trigger keep_activity before update or delete or truncate on activity
  for each statement execute function keep_activity();

-- What view mode kept so far becomes the beginning of the chains: there is one log. The tables' owner reads it only while
-- its policies are not forced, and writes here before there are any.
alter table security_event no force row level security;
insert into activity (id, root_id, agency_id, client_id, at, action, actor_id, actor_kind, on_behalf_of, subject_id, session_id,
  request_id, reason, source, address)
select id, root_id, agency_id, client_id, at,
  case when action in ('viewBegan', 'viewEnded') then 'security.' else 'view.' end || action,
  actor_id, 'rootSystem', subject_id, subject_id, session_id, '', reason, 'server', address
from security_event order by at, id;
drop table security_event;

select tenant_policies('activity', 'select, insert');
