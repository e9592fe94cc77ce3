-- What administrators may do: roles of a company with menu flags, and people without a password yet.

create table role (
  id uuid primary key,
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  -- Clients have no roles: their one login may do what their agency lets them.
  client_id uuid check (client_id is null),
  name text not null check (length(name) between 1 and 100),
  icon text,
  -- The same keys as app_user.permissions: `settings.update` and the like.
  flags jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index role_of_company on role (company_id, lower(name));
select tenant_policies('role', 'select, insert, update, delete');

-- A role's flags count, unless the person has permissions of their own (permission_active) or no role at all.
alter table app_user add column role_id uuid references role (id);
alter table app_user add column permission_active boolean not null default false;
-- Invited and without a password so far; until then the mailed link works.
alter table app_user add column invited_until timestamptz;
-- Removed from their company: hidden, and signed in nowhere. The address can be invited again.
alter table app_user add column removed_at timestamptz;
create index app_user_of_role on app_user (role_id) where role_id is not null;

-- Whoever was invited has no password until they set one: no password fits.
alter table credential alter column password_hash drop not null;
