-- Addresses and ranges whose visits are only counted: the client's own office, whoever looks after the site.
alter table pixel add column excluded_addresses text[] not null default '{}';
