-- What of a lot's held part its payer's bank has taken for good: it leaves the lot as far as it is there (decision 169). What was lost
-- before is given up by the job that looks after prepaid money.
alter table prepaid_lot add column lost_e4 bigint not null default 0 check (lost_e4 >= 0);
alter table prepaid_lot no force row level security;
alter table dispute no force row level security;
update prepaid_lot l set lost_e4 = d.cents * 100
  from (select agency_id, charge_id, sum(lost_cents) as cents from dispute where lost_cents > 0 group by agency_id, charge_id) d
 where d.agency_id = l.agency_id and d.charge_id = l.id;
alter table prepaid_lot force row level security;
alter table dispute force row level security;
alter table prepaid_lot add constraint prepaid_lot_lost_check check (lost_e4 <= held_e4);

alter table prepaid_use drop constraint prepaid_use_kind_check;
alter table prepaid_use add constraint prepaid_use_kind_check
  check (kind in ('leads', 'expiry', 'refund', 'return', 'lost', 'regained'));
