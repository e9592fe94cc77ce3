-- Keys for trying out: they see a made-up company and nothing else.
alter table developer_credential add column is_test boolean not null default false;
