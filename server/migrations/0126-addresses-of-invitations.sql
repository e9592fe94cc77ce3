-- An invitation must not tell whether an address has an account elsewhere: whoever is invited is kept as a person all the same,
-- and only the credential, with which somebody signs in, is one for each address of a root.
alter table app_user drop constraint app_user_root_id_email_key;
create index app_user_of_address on app_user (root_id, email);

-- Until when an invitation that was not accepted keeps its address from others; null once there is a password.
alter table credential add column reserved_until timestamptz;
update credential set reserved_until = invited_until from app_user
  where app_user.id = credential.user_id and password_hash is null;
-- Whoever was removed keeps no address.
grant delete on credential to leadloom_app;
delete from credential using app_user where app_user.id = credential.user_id and app_user.removed_at is not null;
