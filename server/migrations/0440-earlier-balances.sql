-- What earlier invoices left over, as a line of its own (decision 113).
alter table invoice_line drop constraint invoice_line_kind_check;
alter table invoice_line
  add constraint invoice_line_kind_check check (kind in
    ('leads', 'enrichment', 'minimum_spend', 'onboarding', 'developer', 'manual_bill', 'platform_fee', 'lead_minimum',
     'earlier_leads', 'earlier_balance'));

-- Leads whose credit was taken back may stand on no invoice, however old they are: they are looked for by that moment.
create index lead_credit_reversed on lead_credit (agency_id, reversed_at) where reversed_at is not null;
