-- Ways back into an account, asked for before a scope is known: hashes of what was mailed, never what was mailed.
create table password_reset (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id),
  -- The host that the link leads to; it works on no other.
  host text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A newer link was made.
  replaced_at timestamptz,
  used_at timestamptz
);
create index password_reset_of_user on password_reset (user_id, created_at);
grant select, insert, update, delete on password_reset to leadloom_app;
