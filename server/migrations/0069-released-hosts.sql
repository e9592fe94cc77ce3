-- A name that somebody answered at and answers at no more: for a while nobody but its last owner may take it, so that old
-- links, bookmarks and mails lead to no stranger. Asked for names of every operator, as `host` is.
create table released_host (
  host text primary key check (host = lower(host)),
  company_id uuid not null,
  released_at timestamptz not null
);
create index on released_host (released_at);
grant select, insert, update, delete on released_host to leadloom_app;
