-- Commissions that were earned before decision 185 counted the tax of earlier invoices that their charge asked for. They stay as they are.
-- The first default fills existing rows without rewriting the table; the second is for new ones.
alter table commission add column counts_carried_tax boolean not null default true;
alter table commission alter column counts_carried_tax set default false;
