-- Who searched for a phrase on a day (UTC), packed: what a keyword count reads in place of a row for each search. Made of the
-- signals, in their order, up to the mark; those behind it are counted as rows.
create table searchers_of_day (
  phrase_id integer not null,
  -- Days since 1970.
  day integer not null,
  -- The person of each search, in five bytes, and the moment of each, as milliseconds of its day in four.
  people bytea not null,
  moments bytea not null check (length(moments) * 5 = length(people) * 4),
  primary key (phrase_id, day)
);
-- Numbers all over the place do not get smaller.
alter table searchers_of_day alter people set storage external, alter moments set storage external;
grant select, insert, update, delete on searchers_of_day to leadloom_app;

create table searchers_watermark (
  one boolean primary key default true check (one),
  done_tx bigint not null,
  done_id uuid not null
);
insert into searchers_watermark values (true, 0, '00000000-0000-0000-0000-000000000000');
grant select, update on searchers_watermark to leadloom_app;
