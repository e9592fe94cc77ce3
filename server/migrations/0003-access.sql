-- Signing in happens before a scope is known, so these tables have no tenant policy. They hold hashes, never what was hashed.

create table credential (
  user_id uuid primary key references app_user (id),
  root_id uuid not null,
  email text not null,
  password_hash text not null,
  failures integer not null default 0,
  failed_at timestamptz,
  locked_until timestamptz,
  changed_at timestamptz not null,
  unique (root_id, email)
);
grant select, insert, update on credential to leadloom_app;

-- One sign-in on one device. The refresh token rotates; all its descendants share the session.
create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  root_id uuid not null,
  host text not null,
  device_hash bytea not null,
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  -- Earlier access tokens die at rotation; the current refresh token and, for a short grace, the one before it.
  refresh_hash bytea not null unique,
  previous_refresh_hash bytea unique,
  previous_used_at timestamptz,
  successor_sealed text,
  grace_uses integer not null default 0,
  idle_expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  revoked_why text,
  created_at timestamptz not null
);
create index session_of_user on session (user_id, created_at);
grant select, insert, update, delete on session to leadloom_app;

-- Every refresh token a session has ever had besides the current two: using one again is theft.
create table spent_refresh (
  refresh_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade
);
grant select, insert, delete on spent_refresh to leadloom_app;

-- One-time tickets for downloads by navigation, bound to session and path (OQ-50).
create table download_ticket (
  ticket_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  path text not null,
  expires_at timestamptz not null
);
grant select, insert, delete on download_ticket to leadloom_app;
