-- How much of what paid for a lot its payer's bank has taken back: so much of what is left of it pays for nothing (decision 70).
-- `held_at` says since when.
alter table prepaid_lot add column held_e4 bigint not null default 0 check (held_e4 >= 0);
alter table prepaid_lot no force row level security;
alter table dispute no force row level security;
update prepaid_lot l set held_e4 = d.cents * 100, held_at = coalesce(l.held_at, d.opened_at)
  from (select agency_id, charge_id, sum(held_cents + lost_cents) as cents, min(opened_at) as opened_at
          from dispute where held_cents + lost_cents > 0 group by agency_id, charge_id) d
 where d.agency_id = l.agency_id and d.charge_id = l.id;
alter table prepaid_lot force row level security;
alter table dispute force row level security;
