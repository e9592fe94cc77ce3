-- A fee lies where its company does: a line under somebody else's id cannot be written, whoever forgets to look.
alter table onboarding_setting add check (company_id = coalesce(agency_id, root_id));
