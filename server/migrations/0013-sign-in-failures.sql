-- Wrong passwords are counted by account and, for a device that was signed in before, by account and device: a stranger who
-- guesses makes only strangers wait.
create table sign_in_failure (
  user_id uuid not null references app_user (id),
  -- Empty for every device that is not known.
  device_hash bytea not null,
  failures integer not null,
  failed_at timestamptz not null,
  waits_until timestamptz,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on sign_in_failure to leadloom_app;

alter table credential drop column failures, drop column failed_at, drop column locked_until;
