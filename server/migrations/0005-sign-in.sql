-- Signing in happens before a scope is known, so these tables have no tenant policy. They store hashes, and secrets only
-- sealed.

create table credential (
  user_id uuid primary key references app_user (id),
  root_id uuid not null,
  email text not null,
  -- Null for an invited user who has not set a password yet: no password fits.
  password_hash text,
  -- Somebody else chose the password and knows it, so a sign-in with it only leads to choosing a new one (SEC-3).
  must_change_password boolean not null default false,
  -- Counts the passwords, so that a sign-in checked against an old one starts no session after the password has changed.
  version integer not null default 0,
  -- How long a pending invitation keeps its address from others; null once there is a password.
  reserved_until timestamptz,
  changed_at timestamptz not null,
  unique (root_id, email)
);
grant select, insert, update, delete on credential to leadloom_app;

-- One sign-in on one device. The refresh token rotates; all tokens that follow from it share the session.
create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  root_id uuid not null,
  host text not null,
  device_hash bytea not null,
  access_hash bytea not null unique,
  access_expires_at timestamptz not null,
  -- Rotation ends the earlier access token. The refresh token before the current one works for a short grace period.
  refresh_hash bytea not null unique,
  previous_refresh_hash bytea unique,
  previous_used_at timestamptz,
  successor_sealed text,
  grace_uses integer not null default 0,
  -- Where the session began and with what, for the user's own list of sessions and for notices of new devices.
  address text,
  user_agent text,
  -- When the user last confirmed who they are in this session: by the password, and by the second factor where one is on.
  -- Sensitive actions require it, because a screen may be left open. A sign-in does not count (decision 36).
  proved_at timestamptz,
  idle_expires_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  revoked_why text,
  created_at timestamptz not null
);
create index session_of_user on session (user_id, created_at);
-- A full address says more than its network, so it is shortened 30 days after the sign-in.
create index session_with_address on session (created_at) where strpos(address, '/') = 0;
grant select, insert, update, delete on session to leadloom_app;

-- Every refresh token a session has had besides the current two. Using one again means that it was stolen.
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

-- Ways back into an account: hashes of what was mailed, never what was mailed.
create table password_reset (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id),
  -- The host that the link leads to; it works on no other.
  host text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set when a newer link was made.
  replaced_at timestamptz,
  used_at timestamptz
);
create index password_reset_of_user on password_reset (user_id, created_at);
grant select, insert, update, delete on password_reset to leadloom_app;

-- Wrong passwords are counted by account and, for a device that has signed in before, by account and device. So a stranger
-- who guesses makes only strangers wait.
create table sign_in_failure (
  user_id uuid not null references app_user (id),
  -- Empty for every unknown device.
  device_hash bytea not null,
  failures integer not null,
  failed_at timestamptz not null,
  waits_until timestamptz,
  -- Refused sign-ins that are not in the log yet. They are kept in the row that each refusal writes anyway, so that a known
  -- account takes no longer to refuse than an unknown one. A job logs them, at most once in a while for each row.
  refused_password integer not null default 0,
  refused_waiting integer not null default 0,
  refused_place integer not null default 0,
  refused_code integer not null default 0,
  -- The first refusal that is not logged; null while all are.
  refused_since timestamptz,
  -- Where the latest came from, and whether others came from elsewhere.
  refused_from text not null default '',
  refused_widely boolean not null default false,
  told_at timestamptz,
  primary key (user_id, device_hash)
);
create index sign_in_refused on sign_in_failure (told_at) where refused_since is not null;
grant select, insert, update, delete on sign_in_failure to leadloom_app;

-- How many sign-ins were tried and refused on this installation, in windows of five minutes: the alarm for stolen lists of
-- passwords.
create table sign_in_tally (
  window_start timestamptz primary key,
  tries integer not null,
  failures integer not null
);
grant select, insert, update, delete on sign_in_tally to leadloom_app;

-- Solved challenges that were used: none counts twice.
create table spent_captcha (
  challenge text primary key,
  spent_at timestamptz not null
);
create index on spent_captcha (spent_at);
grant select, insert, delete on spent_captcha to leadloom_app;

-- The second factor. Secrets are sealed, codes hashed.
create table second_factor (
  user_id uuid primary key references app_user (id),
  kind text not null check (kind in ('email', 'google')),
  secret_sealed text,
  -- The last time step of the authenticator that was used: no code works twice.
  last_step bigint,
  changed_at timestamptz not null,
  check ((kind = 'google') = (secret_sealed is not null))
);
grant select, insert, update, delete on second_factor to leadloom_app;

create table recovery_code (
  user_id uuid not null references app_user (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_code to leadloom_app;

-- A sign-in between its first step and its second. All it permits is trying codes.
create table sign_in_challenge (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id),
  host text not null,
  -- The browser that did the first step, known by a cookie of its own.
  attempt_hash bytea not null,
  tries integer not null default 0,
  -- The mailed code; null for an authenticator.
  code_hash bytea,
  code_expires_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  over_at timestamptz
);
create index sign_in_challenge_of_user on sign_in_challenge (user_id) where over_at is null;
grant select, insert, update, delete on sign_in_challenge to leadloom_app;

-- The newest code that was mailed to a signed-in user to change these settings.
create table factor_code (
  user_id uuid primary key references app_user (id),
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
grant select, insert, update, delete on factor_code to leadloom_app;

-- View mode: a root user looks at the product as somebody below (design 4). Its token has no refresh token, and the root
-- user's own session sleeps meanwhile and continues afterwards.
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
grant select, insert, update, delete on view_session to leadloom_app;
