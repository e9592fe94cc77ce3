-- A root user looks at the product as somebody below (design 4). The token has no refresh token beside it; the root
-- user's own session waits and is gone on with afterwards. Like sessions, read before a scope is known; holds hashes.
create table view_session (
  id uuid primary key,
  root_id uuid not null,
  user_id uuid not null references app_user (id),
  actor_id uuid not null references app_user (id),
  actor_session_id uuid not null references session (id) on delete cascade,
  host text not null,
  access_hash bytea not null unique,
  reason text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index view_session_of_actor on view_session (actor_session_id, created_at);
grant select, insert, update on view_session to leadloom_app;

-- What was done with whose account by whom; only ever added to. Both people are named, also where they are one.
create table security_event (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  actor_id uuid not null,
  subject_id uuid not null,
  session_id uuid not null,
  action text not null,
  reason text,
  address text not null,
  at timestamptz not null
);
create index security_event_of_subject on security_event (subject_id, at);
select tenant_policies('security_event', 'select, insert');
