-- What an agency, or the operator, says of its business when it is asked; clients are not asked (R024).
create table questionnaire (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  answers jsonb not null,
  answered_by uuid not null references app_user (id),
  answered_at timestamptz not null
);
select tenant_policies('questionnaire', 'select, insert, update');
