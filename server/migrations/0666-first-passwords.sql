-- Whether a link to set a password was mailed: signing in with a password that somebody else chose leads to one that was not.
alter table password_reset add column is_mailed boolean not null default true;
-- Whether its user had no password of their own before, which is then no reset.
alter table password_reset add column is_first boolean not null default false;
