-- The people of companies: users, their roles and profiles, and how they register.

-- What administrators may do: roles of a company, with menu flags.
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

-- An email address may stand here more than once under a root: an invitation must not reveal whether the address has an
-- account elsewhere. Only the credential, which people sign in with, is unique for each address of a root.
create table app_user (
  id uuid primary key,
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  kind text not null check (kind in
    ('rootSystem', 'rootAdmin', 'agencyOwner', 'administrator', 'client', 'salesRep', 'accountExecutive')),
  full_name text not null check (length(full_name) between 1 and 255),
  email text not null check (email = lower(email)),
  phone_e164 text,
  phone_country text check (phone_country ~ '^[A-Z]{2}$'),
  -- The key of the user's picture among the platform's files.
  picture_key text,
  -- The language of their emails. Null until their browser has told it at a sign-in, or they choose.
  language text check (language in ('en', 'ar')),
  -- A role's flags count, unless the user has active permissions of their own or no role at all.
  role_id uuid references role (id),
  permissions jsonb not null default '{}',
  permission_active boolean not null default false,
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- False while somebody who registered has not filled in the Profile Setup. A user that somebody else added counts as
  -- complete.
  profile_complete boolean not null default true,
  -- Invited and without a password so far; the mailed link works until then.
  invited_until timestamptz,
  -- When the user was shown around the screens, or null. Kept here, because a browser forgets at logout.
  toured_at timestamptz,
  -- The user must enter a second factor at every sign-in; it is mailed as long as they have set up none.
  factor_demanded boolean not null default false,
  -- Whether the user gets emails that need somebody of the company to act; null means as usual for their kind. Emails about
  -- their own account always reach them.
  wants_notices boolean,
  gets_notices boolean not null
    generated always as (coalesce(wants_notices, kind in ('rootSystem', 'agencyOwner', 'client'))) stored,
  -- At most one user of a company each: its contact, and whom users of the companies below are told to ask.
  is_contact boolean not null default false,
  is_support_contact boolean not null default false,
  -- Sales staff are paid through an account of their own (R099).
  account_connected text check (account_connected in ('pending', 'inverification', 'completed', 'failed')),
  created_at timestamptz not null,
  -- Removed from their company: hidden, and unable to sign in. The address can be invited again.
  removed_at timestamptz
);
create index app_user_of_company on app_user (company_id, created_at, id);
create index app_user_by_name on app_user (root_id, agency_id, kind, full_name, id);
create index app_user_by_email on app_user (root_id, agency_id, kind, email, id);
create index app_user_of_address on app_user (root_id, email);
create index app_user_of_role on app_user (role_id) where role_id is not null;
select tenant_policies('app_user', 'select, insert, update');

-- Companies and users refer to each other, so these foreign keys can only follow now.
alter table company
  add foreign key (main_user_id) references app_user (id),
  add foreign key (sales_rep_id) references app_user (id),
  add foreign key (account_executive_id) references app_user (id),
  add foreign key (account_referrer_id) references app_user (id),
  add foreign key (referred_by) references app_user (id);

-- A company's main user is its first owner, or a client's first user. The trigger runs as the caller: whoever may write the
-- user may write the user's company too.
create function keep_main_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update company set main_user_id = new.id, main_name = new.full_name, main_email = new.email
     where id = new.company_id and main_user_id is null
       and (kind, new.kind) in (('agency', 'agencyOwner'), ('client', 'client'));
  else
    update company set main_name = new.full_name, main_email = new.email where id = new.company_id and main_user_id = new.id;
  end if;
  return null;
end $$;
create trigger keep_main_user after insert or update of full_name, email on app_user
  for each row execute function keep_main_user();

-- What users and companies tell about themselves in the Profile Setup and on the profile page (D1 §3.1).
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
select tenant_policies('user_profile', 'select, insert, update, delete');

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
  -- Name, email and phone of each contact, by role: franchise, director, office manager, team manager.
  contacts jsonb not null default '{}',
  updated_at timestamptz not null
);
select tenant_policies('company_profile', 'select, insert, update, delete');

-- What an agency or the operator answers about its business. Clients are not asked (R024).
create table questionnaire (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  answers jsonb not null,
  answered_by uuid not null references app_user (id),
  answered_at timestamptz not null
);
select tenant_policies('questionnaire', 'select, insert, update, delete');

-- A user's own code for links to the registration of agencies.
create table referral_code (
  user_id uuid primary key references app_user (id),
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  code text not null,
  created_at timestamptz not null,
  unique (root_id, code)
);
select tenant_policies('referral_code', 'select, insert, delete');

-- A registration between the form and the click in the email. Nothing else is stored about it until then: what was typed is
-- sealed, and the link's secret is hashed.
create table registration (
  token_hash bytea primary key,
  host text not null,
  -- A keyed hash, so that a newer link can invalidate an older one.
  email_hash bytea not null,
  data_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  replaced_at timestamptz,
  used_at timestamptz
);
create index registration_of_email on registration (email_hash) where used_at is null and replaced_at is null;
grant select, insert, update, delete on registration to leadloom_app;

-- A pending change of a user's address, done once both the old and the new mailbox have confirmed it. It is read before a
-- scope is known, and holds only hashes of what was mailed.
create table email_change (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  -- The session that asked continues; all others end with the change.
  session_id uuid not null,
  host text not null,
  old_email text not null,
  new_email text not null,
  old_hash bytea not null unique,
  -- Null while the new address belongs to somebody else: that mailbox gets no link, and nobody learns of it.
  new_hash bytea unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  over_at timestamptz
);
create unique index email_change_open on email_change (user_id) where over_at is null;
grant select, insert, update, delete on email_change to leadloom_app;
