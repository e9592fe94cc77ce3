-- Commissions that were earned before decision 185 counted the tax of earlier invoices that their charge asked for. They stay as they are.
alter table commission add column counts_carried_tax boolean not null default false;
alter table commission no force row level security;
update commission set counts_carried_tax = true;
alter table commission force row level security;
