-- A payment that the bank wants its payer to confirm: until when. The attempt stays open, and is withdrawn after that (decision 60).
alter table charge_attempt add column confirm_by timestamptz;
