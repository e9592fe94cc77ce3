-- The second factor. Asked before a scope is known, hence without tenant policies; secrets are sealed, codes hashed.
create table second_factor (
  user_id uuid primary key references app_user (id),
  kind text not null check (kind in ('email', 'google')),
  secret_sealed text,
  -- The last step of the authenticator's clock that was used: no code works twice.
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

-- A sign-in between its first step and its second: worth nothing but the right to try codes.
create table sign_in_challenge (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id),
  host text not null,
  -- The browser that did the first step, by a cookie of its own.
  attempt_hash bytea not null,
  tries integer not null default 0,
  -- The mailed code; none for an authenticator.
  code_hash bytea,
  code_expires_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  over_at timestamptz
);
create index sign_in_challenge_of_user on sign_in_challenge (user_id) where over_at is null;
grant select, insert, update, delete on sign_in_challenge to leadloom_app;

-- The newest code that was mailed to a signed-in person to change these settings.
create table factor_code (
  user_id uuid primary key references app_user (id),
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
grant select, insert, update, delete on factor_code to leadloom_app;

-- From where and with what a session was begun, for the person's own list of sessions and for notices of new devices.
alter table session add column address text, add column user_agent text;
