-- Whoever answers at a host of its own has a brand of its own: without one its pages and mails would name the operator.
-- The tables' owner reads companies only while their policies are not forced.
alter table company no force row level security;
insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, font, mail_from, updated_at)
select company.id, company.root_id, company.id, company.name, company.name, root.brand_color, root.font,
  'no-reply@' || own.host, company.created_at
from company
join brand root on root.company_id = company.root_id
join lateral (select host from host where host.company_id = company.id and verified_at is not null
  order by verified_at, host limit 1) own on true
where company.kind = 'agency'
on conflict do nothing;
alter table company force row level security;
