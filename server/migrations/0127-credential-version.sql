-- Counts a credential's passwords, so that a sign-in that was checked against one makes no session once there is another.
alter table credential add column version integer not null default 0;
