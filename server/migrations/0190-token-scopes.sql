-- What a developer's token may be used for; none for single sign-on alone.
alter table developer_token add column scopes text[] not null default '{}';
