-- An agency that registered itself had no host name, so its clients saw the operator's name, links and logo. Each gets a
-- subdomain and a brand of its own. The program chose these names: their owners are asked for one, and until they answer
-- nobody is invited below them.
alter table host add column is_proposed boolean not null default false;

-- The owner of the tables sees all rows only while their policies do not bind it.
alter table company no force row level security;

insert into host (host, company_id, root_id, agency_id, is_subdomain, is_proposed, verified_at, removed_at)
select coalesce(nullif(trim(both '-' from left(regexp_replace(lower(agency.name), '[^a-z0-9]+', '-', 'g'), 40)), ''), 'agency')
    -- The end of the id keeps the name unique, and different from all reserved ones.
    || '-' || right(agency.id::text, 8) || '.' || base.host,
  agency.id, agency.root_id, agency.id, true, true, agency.created_at, agency.removed_at
from company agency
join lateral (select host from host where company_id = agency.root_id and agency_id is null and host !~ '^[0-9.]+$'
  order by length(host), host limit 1) base on true
where agency.kind = 'agency' and agency.purged_at is null and not exists (select from host own where own.company_id = agency.id)
on conflict (host) do nothing;

insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, font, mail_from, updated_at)
select agency.id, agency.root_id, agency.id, agency.name, agency.name, root.brand_color, root.font, 'no-reply@' || own.host,
  agency.created_at
from company agency
join host own on own.company_id = agency.id and own.is_proposed
join brand root on root.company_id = agency.root_id
where agency.kind = 'agency' on conflict (company_id) do nothing;

alter table company force row level security;
