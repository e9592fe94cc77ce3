-- The company that a lead's person works for, by its domain, where the campaign asked for it: one lead a company and window.
alter table lead add column company_domain text;
create index lead_of_company on lead (agency_id, client_id, company_domain, created_at desc) where company_domain is not null;
