-- The last verification of all books: metrics tell its age and result.
create table book_proof (
  only_one boolean primary key default true check (only_one),
  proved_at timestamptz not null,
  books integer not null,
  problems integer not null
);
grant select, insert, update on book_proof to leadloom_app;
