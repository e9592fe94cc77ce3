-- A password that somebody else set, who knows it: it opens nothing but the choice of one's own (SEC-3).
alter table credential add column must_change_password boolean not null default false;
