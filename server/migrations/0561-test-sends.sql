-- What test sends have made in an account, such as a sheet, by campaign: the next test of the campaign goes there.
alter table connection add column test_state jsonb not null default '{}';
