-- Whether a token of the last refresh has been used: until then its answer may have been lost, and nobody stole anything. Sessions from
-- before count as used.
alter table session add column successor_used boolean not null default true;
