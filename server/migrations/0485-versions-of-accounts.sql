-- By which version of its gateway's interface an account was made: it is asked about by the same (decision 126).
alter table connected_account add column version text not null default 'v1' check (version in ('v1', 'v2'));
