-- The Data Wallet is a beta: the operator may keep it from an agency that has not topped up yet (R112).
alter table brand add column wallet_hidden boolean not null default false;
