-- Credits whose agency's leg was left out for a refund are looked for where a refund fails (decision 122).
create index lead_credit_left_out on lead_credit (agency_id) where wholesale_refunded and reversed_at is null;
