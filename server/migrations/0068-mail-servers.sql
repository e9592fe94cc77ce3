-- The mail server of a company's own: its people's mail goes through it, as its sender.
create table mail_server (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  -- Both or neither. The password lies sealed.
  user_name text,
  password_sealed text,
  from_name text not null,
  from_address text not null,
  saved_at timestamptz not null,
  -- How it has fared since it was saved; in machine time, as the mail itself.
  failures integer not null default 0,
  last_problem text,
  failing_since timestamptz,
  -- While it fails: when it is tried again. Until then mail takes the way that it took before.
  next_try_at timestamptz,
  warned_at timestamptz,
  check ((user_name is null) = (password_sealed is null))
);
select tenant_policies('mail_server', 'select, insert, update, delete');
