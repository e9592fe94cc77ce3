-- Money is kept in 1/10,000 dollar, as unit prices are: a lead below a cent, or at half a cent, is booked as what it costs
-- (docs/decisions/0033). What was booked in cents until now stays what it was.

alter table ledger_account rename column balance_cents to balance_e4;
alter table ledger_account alter column balance_e4 type bigint using balance_e4 * 100;

alter table ledger_transfer rename column amount_cents to amount_e4;
alter table ledger_transfer rename column debit_balance_cents to debit_balance_e4;
alter table ledger_transfer rename column credit_balance_cents to credit_balance_e4;
alter table ledger_transfer
  alter column amount_e4 type bigint using amount_e4 * 100,
  alter column debit_balance_e4 type bigint using debit_balance_e4 * 100,
  alter column credit_balance_e4 type bigint using credit_balance_e4 * 100;

alter table lead_count rename column wholesale_cents to wholesale_e4;
alter table lead_count rename column retail_cents to retail_e4;
alter table lead_count
  alter column wholesale_e4 type bigint using wholesale_e4 * 100,
  alter column retail_e4 type bigint using retail_e4 * 100;

-- A lead's price is what is booked for it. Where half a cent was rounded, the lead says what was booked.
alter table lead
  alter column wholesale_price_e4 type bigint using wholesale_cents * 100,
  alter column retail_price_e4 type bigint using retail_cents * 100,
  drop column wholesale_cents,
  drop column retail_cents;
