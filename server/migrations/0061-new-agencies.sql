-- What an operator gives a new agency unless somebody chooses otherwise (OQ-22); of the root's own line, null for everything.
alter table company
  add column new_agency_modules text[] check (new_agency_modules <@ '{local,locator,enhance,b2b}'),
  add column new_agency_terms text[]
    check (new_agency_terms <@ '{Weekly,Monthly,OneTime,Prepaid}' and cardinality(new_agency_terms) > 0);
