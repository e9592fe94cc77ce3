-- Solved tasks that were used: none counts twice.
create table spent_captcha (
  challenge text primary key,
  spent_at timestamptz not null
);
create index on spent_captcha (spent_at);
grant select, insert, delete on spent_captcha to leadloom_app;

-- How many sign-ins were tried and refused on this machine, in windows of five minutes: the alarm for stolen lists.
create table sign_in_tally (
  window_start timestamptz primary key,
  tries integer not null,
  failures integer not null
);
grant select, insert, update, delete on sign_in_tally to leadloom_app;
