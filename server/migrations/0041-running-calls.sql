-- Calls of which only one of a company runs at a time, in whichever process. The key is a hash.
create table running_call (
  key bytea primary key,
  holder text not null,
  -- Moved on while its process lives; a place whose process died is free after it.
  held_until timestamptz not null
);
grant select, insert, update, delete on running_call to leadloom_app;
