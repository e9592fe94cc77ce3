-- What a company's own bookkeeping calls the accounts of its journal, by our kind of account: a number and a name (decision 316).
alter table company add column journal_accounts jsonb not null default '{}';
