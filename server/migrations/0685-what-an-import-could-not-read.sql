-- How an imported file was read, and which of its values count as empty because they could not be read.
alter table identity_import
  add column delimiter text not null default ',',
  add column encoding text not null default 'UTF-8',
  add column values_unread integer not null default 0,
  add column unread jsonb not null default '[]';
