-- How many persons the identity data holds, and how many of them each trait: kept by the sets that are written, since
-- counting them would read all of it. No tenant's data; it may lie on another server with the persons.
create table identity_count (
  of text not null check (of in ('persons', 'trait')),
  name text not null,
  persons bigint not null,
  primary key (of, name)
);
insert into identity_count select 'persons', '', count(*) from person;
insert into identity_count select 'trait', name, count(*) from trait group by name;
grant select, insert, update on identity_count to leadloom_app;

create function count_persons() returns trigger language plpgsql as $$
begin
  insert into identity_count select 'persons', '', case tg_op when 'INSERT' then count(*) else -count(*) end from touched
  on conflict (of, name) do update set persons = identity_count.persons + excluded.persons;
  return null;
end $$;
create function count_traits() returns trigger language plpgsql as $$
begin
  insert into identity_count
  select 'trait', name, case tg_op when 'INSERT' then count(*) else -count(*) end from touched group by name order by name
  on conflict (of, name) do update set persons = identity_count.persons + excluded.persons;
  return null;
end $$;
create trigger count_new_persons after insert on person
  referencing new table as touched for each statement execute function count_persons();
create trigger count_gone_persons after delete on person
  referencing old table as touched for each statement execute function count_persons();
create trigger count_new_traits after insert on trait
  referencing new table as touched for each statement execute function count_traits();
create trigger count_gone_traits after delete on trait
  referencing old table as touched for each statement execute function count_traits();

-- Persons with an e-mail address, a phone number and a home, by state, the latest first: whom Enhance ID may promise.
create index complete_person_of_state on person (state, updated_at desc)
  where email is not null and phone_e164 is not null and street is not null and zip is not null;

-- Fewest leads a day that an Enhance ID campaign asks for; the operator's, for all its agencies (C102).
alter table brand add column min_lead_day_enhance integer not null default 25
  check (min_lead_day_enhance between 1 and 500);

-- Names of what is mailed to like a state and is none; on a new database they come with the ZIP codes.
update us_state set name = given.name
  from (values ('AA', 'Armed Forces Americas'), ('AE', 'Armed Forces Europe'), ('AP', 'Armed Forces Pacific'),
    ('AS', 'American Samoa'), ('FM', 'Micronesia'), ('GU', 'Guam'), ('MH', 'Marshall Islands'),
    ('MP', 'Northern Mariana Islands'), ('PR', 'Puerto Rico'), ('PW', 'Palau'), ('VI', 'Virgin Islands')) given (code, name)
 where us_state.code = given.code and us_state.name = us_state.code;
