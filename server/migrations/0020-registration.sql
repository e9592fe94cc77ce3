-- People and companies that make themselves: who registers fills in the rest in the Profile Setup. Everybody who was added
-- by somebody else counts as complete.
alter table app_user add column profile_complete boolean not null default true;
alter table app_user add column phone_country text check (phone_country ~ '^[A-Z]{2}$');
alter table company add column setup_complete boolean not null default true;

-- Who brought an agency here: the code that its link carried, and whose it was.
alter table company add column referral_code text;
alter table company add column referred_by uuid references app_user (id);

-- A person's own code for links to the registration of agencies.
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
select tenant_policies('referral_code', 'select, insert');

-- A registration between the form and the click in the mail: nothing of it exists elsewhere until then. What was typed lies
-- sealed, the link's secret is hashed.
create table registration (
  token_hash bytea primary key,
  host text not null,
  -- A keyed hash, so that a newer link can put an older one out of force.
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
