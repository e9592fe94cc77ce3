-- How people look at a list, saved under a name (decision 236): filters, sort order and columns, without what they searched for.
create table saved_view (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- Of a client's people; null for an agency's own.
  client_id uuid,
  company_id uuid not null,
  -- Who saved it, and alone may change it.
  user_id uuid not null,
  list text not null check (list ~ '^[a-z_]{1,40}$'),
  name text not null check (name <> '' and length(name) <= 60),
  -- Whether the company's other people see it.
  is_shared boolean not null,
  -- By names in the URL. Each list drops on reading what it doesn't know.
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  created_at timestamptz not null,
  primary key (agency_id, id),
  unique (agency_id, company_id, user_id, list, name)
);
create index saved_view_of_list on saved_view (agency_id, company_id, list, created_at desc);
select tenant_policies('saved_view', 'select, insert, update, delete');
