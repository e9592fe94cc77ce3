-- Whom Enhance ID may promise by ZIP code, as promised_person_of_state finds them by state.
create index promised_person_of_zip on person (zip, updated_at desc)
  where email is not null and phone_e164 is not null and street is not null and zip is not null and advanced_fields >= 5;

-- The advance information that came with a lead, by kind, as it was known then.
alter table lead add column information jsonb;
