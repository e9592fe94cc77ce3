-- The developer API (company.api_mode: off for an agency until its operator switches it on, R123).

-- What a company's own software signs in with. The secret is hashed to check it, and sealed for the owner, who may see it
-- again after entering the password. It is read in the scope of the root whose host is called.
create table developer_credential (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  company_id uuid not null references company (id),
  -- What the API calls client_id.
  public_name text not null unique,
  secret_hash bytea not null,
  secret_sealed text not null,
  created_by uuid not null references app_user (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index developer_credential_of_company on developer_credential (company_id, created_at);
select tenant_policies('developer_credential', 'select, insert, update, delete');

create table developer_token (
  token_hash bytea primary key,
  credential_id uuid not null references developer_credential (id),
  host text not null,
  expires_at timestamptz not null
);
create index on developer_token (expires_at);
grant select, insert, delete on developer_token to leadloom_app;

-- Signs one user in on one host, once. If somebody else is signed in there, they are asked first, in the session that is
-- named here.
create table sso_token (
  token_hash bytea primary key,
  credential_id uuid not null references developer_credential (id),
  user_id uuid not null references app_user (id),
  host text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  asked_session_id uuid,
  answer_until timestamptz,
  answered_at timestamptz
);
create index on sso_token (expires_at);
grant select, insert, update, delete on sso_token to leadloom_app;
