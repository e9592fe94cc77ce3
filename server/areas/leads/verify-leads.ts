import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from '#server/areas/ledger/book.ts'

/**
 * Verifies an agency's leads against its ledger: each lead has exactly the transfers of its prices and each such transfer has
 * its lead, test leads have none, credits are booked as stored, and kept counts equal actual counts. Returns findings
 * that contain ids only.
 */
export async function verifyLeads(tx: Tx, book: Book): Promise<string[]> {
  return [...(await findUnpaid(tx, book)), ...(await findMiscredited(tx, book)), ...(await findMiscounted(tx, book))]
}

async function findUnpaid(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(lead.id, paid.reference_id) as id
       from (select id, kind, retail_price_e4 as retail_e4, wholesale_price_e4 as wholesale_e4 from lead where agency_id = $1) lead
       full join (
         select reference_id, count(*) as transfers,
                sum(amount_e4) filter (where kind = 'lead_retail') as retail_e4,
                sum(amount_e4) filter (where kind = 'lead_wholesale') as wholesale_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'lead' group by reference_id
       ) paid on paid.reference_id = lead.id
      where case when lead.kind = 'lead' then
              coalesce(paid.retail_e4, 0) <> lead.retail_e4 or coalesce(paid.wholesale_e4, 0) <> lead.wholesale_e4
              or coalesce(paid.transfers, 0) <> (lead.retail_e4 > 0)::int + (lead.wholesale_e4 > 0)::int
            else paid.reference_id is not null end
      order by 1 limit 100`,
    [book.agencyId],
  )
  return rows.map(({ id }) => `lead ${id} and its transfers do not match`)
}

async function findMiscredited(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(kept.lead_id, booked.lead_id) as id
       from (select lead_id, sum(retail_e4) as retail_e4, sum(wholesale_e4) as wholesale_e4
               from lead_credit where agency_id = $1 and reversed_at is null group by lead_id) kept
       full join (
         select reference_id as lead_id,
                sum(case kind when 'lead_retail_credit' then amount_e4 when 'lead_retail_reversal' then -amount_e4 end)
                  as retail_e4,
                sum(case kind when 'lead_wholesale_credit' then amount_e4 when 'lead_wholesale_reversal' then -amount_e4 end)
                  as wholesale_e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'lead_credit' group by reference_id
       ) booked on booked.lead_id = kept.lead_id
      where coalesce(kept.retail_e4, 0) <> coalesce(booked.retail_e4, 0)
         or coalesce(kept.wholesale_e4, 0) <> coalesce(booked.wholesale_e4, 0)
      order by 1 limit 100`,
    [book.agencyId],
  )
  return rows.map(({ id }) => `the credits of lead ${id} and their transfers do not match`)
}

async function findMiscounted(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(counted.id, kept.of_id) as id
       from (
         select of_id as id, count(*) filter (where kind = 'lead') as leads, count(*) filter (where kind = 'test') as tests,
                sum(retail_price_e4) filter (where kind = 'lead') as retail_e4,
                sum(wholesale_price_e4) filter (where kind = 'lead') as wholesale_e4
           from lead cross join lateral (values (agency_id), (client_id), (campaign_id)) as owner (of_id)
          where agency_id = $1 group by of_id
       ) counted
       full join (
         select of_id, sum(leads) as leads, sum(tests) as tests, sum(retail_e4) as retail_e4, sum(wholesale_e4) as wholesale_e4
           from lead_count where agency_id = $1 and grain in ('ever', 'month') group by of_id, grain
       ) kept on kept.of_id = counted.id
      where (counted.leads, counted.tests, coalesce(counted.retail_e4, 0), coalesce(counted.wholesale_e4, 0))
            is distinct from (kept.leads, kept.tests, kept.retail_e4, kept.wholesale_e4)
      order by 1 limit 100`,
    [book.agencyId],
  )
  return rows.map(({ id }) => `the stored count of ${id} does not match its leads`)
}
