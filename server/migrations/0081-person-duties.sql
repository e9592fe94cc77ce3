-- What whoever manages a person says of them, besides their rights.
alter table app_user
  -- A second factor is asked of them at every sign-in: codes by mail while they have set none.
  add column factor_demanded boolean not null default false,
  -- Whether mails reach them that need somebody of the company to act; null: as usual for what they are. What concerns
  -- their own account always reaches them.
  add column wants_notices boolean,
  add column gets_notices boolean not null
    generated always as (coalesce(wants_notices, kind in ('rootSystem', 'agencyOwner', 'client'))) stored,
  -- At most one person of a company each: its contact, and whom the people of the companies below are told to ask.
  add column is_contact boolean not null default false,
  add column is_support_contact boolean not null default false;
