-- When a person wants no mails that can wait (decision 262): whole hours of their own time zone; null for no such hours.
alter table app_user add column quiet_from smallint check (quiet_from between 0 and 23);
alter table app_user add column quiet_until smallint check (quiet_until between 0 and 23);
alter table app_user add column quiet_zone text;
alter table app_user add check ((quiet_from is null) = (quiet_until is null) and (quiet_from is null) = (quiet_zone is null));

-- Mails that wait for the end of those hours, or for the mail of a day or a week that they are collected in. Sealed as in the queue.
create table waiting_mail (
  -- Who sends it: the agency, or the operator.
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  -- How it is collected; null if it is sent by itself.
  collected text check (collected in ('day', 'week')),
  sealed text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  primary key (agency_id, id)
);
create index waiting_mail_due on waiting_mail (root_id, due_at);
create index waiting_mail_of_user on waiting_mail (user_id);
select tenant_policies('waiting_mail', 'select, insert, delete');
