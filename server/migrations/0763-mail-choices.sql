-- Which kinds of mails a person stopped (decision 244): `{"assigned": "off"}`.
alter table app_user add column mail_choices jsonb not null default '{}' check (jsonb_typeof(mail_choices) = 'object');

-- Addresses without an account that stopped mails of a kind from an agency. A hash, because nothing else is known of them.
create table mail_stop (
  agency_id uuid not null,
  recipient_id uuid not null,
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  root_id uuid not null,
  client_id uuid,
  stopped_at timestamptz not null,
  primary key (agency_id, recipient_id, kind)
);
select tenant_policies('mail_stop', 'select, insert, delete');
