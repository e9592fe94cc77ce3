-- Whoever can put a failing webhook right is told by mail: when, and of what, so that nobody is told the same twice.
alter table event_endpoint
  add column warned_at timestamptz,
  add column warned_of text check (warned_of in ('failing', 'disabled'));
