-- A lead of an agency's invoice that was refunded before the lead was credited: its wholesale price came back with the refund
-- (decision 119).
alter table lead_credit add column wholesale_refunded boolean not null default false;
alter table lead_credit add constraint lead_credit_refunded_check check (not wholesale_refunded or wholesale_e4 = 0);
