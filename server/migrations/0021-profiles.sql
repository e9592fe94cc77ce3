-- What people and companies tell about themselves in the Profile Setup and on the profile page (D1 §3.1).

-- The key of a person's picture among the platform's files.
alter table app_user add column picture_key text;

create table user_profile (
  user_id uuid primary key references app_user (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  address text not null default '',
  city text not null default '',
  zip text not null default '',
  state_code text not null default '',
  country_code text not null default '',
  updated_at timestamptz not null
);
select tenant_policies('user_profile', 'select, insert, update');

create table company_profile (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  industry text not null default '',
  phone_e164 text,
  phone_country text,
  email text not null default '',
  address text not null default '',
  city text not null default '',
  zip text not null default '',
  state_code text not null default '',
  country_code text not null default '',
  -- Name, e-mail and phone of each contact, by role: franchise, director, office manager, team manager.
  contacts jsonb not null default '{}',
  updated_at timestamptz not null
);
select tenant_policies('company_profile', 'select, insert, update');

-- A change of somebody's address on its way: done when the old mailbox and the new one have both said yes. Asked before a
-- scope is known; holds hashes of what was mailed.
create table email_change (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  -- The session that asked goes on; all others end with the change.
  session_id uuid not null,
  host text not null,
  old_email text not null,
  new_email text not null,
  old_hash bytea not null unique,
  -- None while the new address is somebody else's: that mailbox gets no link, and nobody is told.
  new_hash bytea unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  over_at timestamptz
);
create unique index email_change_open on email_change (user_id) where over_at is null;
grant select, insert, update, delete on email_change to leadloom_app;
