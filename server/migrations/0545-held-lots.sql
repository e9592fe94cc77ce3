-- Since when a lot pays for nothing, because its payer's bank has taken back what paid for it (decision 70).
alter table prepaid_lot add column held_at timestamptz;
update prepaid_lot l set held_at = d.opened_at
  from dispute d
 where d.agency_id = l.agency_id and d.charge_id = l.id and d.held_cents + d.lost_cents > 0;
