-- An agency's own rules for visitors of a country, stricter than the law's (decision 323), by country: company, count or nothing.
alter table brand add column country_rules jsonb not null default '{}';
-- A copy of its agency's, because the collector reads nothing else; null for none.
alter table pixel add column country_rules jsonb;
