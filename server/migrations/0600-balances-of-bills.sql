-- A bill that ends manual billing may include what earlier invoices left over, too (decision 183). It has no invoice, only a charge, and
-- no lines: its sources are at line 0.
alter table earlier_balance_source drop constraint earlier_balance_source_agency_id_invoice_id_fkey;
alter table earlier_balance_source
  add constraint earlier_balance_source_charge_fkey foreign key (agency_id, invoice_id) references charge (agency_id, id);
alter table earlier_balance_source drop constraint earlier_balance_source_line_check;
alter table earlier_balance_source add constraint earlier_balance_source_line_check check (line >= 0);
