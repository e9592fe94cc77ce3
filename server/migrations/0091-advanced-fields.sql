-- How many of the fields that Enhance ID sells are known of a person: kept with their traits, so that those of whom enough is
-- known are found by an index. Counted are kinds that have a name and are not sensitive.
alter table person add column advanced_fields smallint not null default 0;

create function is_advanced_field(name text) returns boolean language sql immutable as $$
  select name in ('age_band', 'gender', 'marital_status', 'education', 'occupation', 'children', 'home', 'home_value_band',
    'length_of_residence', 'vehicle', 'income_band', 'net_worth_band', 'interests')
$$;

-- Whoever writes persons with the right number already costs nothing here but the counting.
create function keep_advanced_fields() returns trigger language plpgsql as $$
begin
  update person set advanced_fields = counted.fields
    from (
      select changed.person_id, count(trait.name) filter (where is_advanced_field(trait.name)) as fields
        from (select distinct person_id from touched) changed left join trait on trait.person_id = changed.person_id
       group by changed.person_id) counted
   where person.id = counted.person_id and person.advanced_fields <> counted.fields;
  return null;
end $$;
create trigger keep_new_advanced_fields after insert on trait
  referencing new table as touched for each statement execute function keep_advanced_fields();
create trigger keep_gone_advanced_fields after delete on trait
  referencing old table as touched for each statement execute function keep_advanced_fields();

update person set advanced_fields = counted.fields
  from (select person_id, count(*) as fields from trait where is_advanced_field(name) group by person_id) counted
 where person.id = counted.person_id;

-- Whom Enhance ID may promise: an e-mail address, a phone number, a home and five of these fields; by state, the latest first.
drop index complete_person_of_state;
create index promised_person_of_state on person (state, updated_at desc)
  where email is not null and phone_e164 is not null and street is not null and zip is not null and advanced_fields >= 5;
