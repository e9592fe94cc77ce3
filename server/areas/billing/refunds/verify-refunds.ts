import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { verifyNotRepaidTwice, verifySharesNotRepaidTwice } from './verify-not-repaid-twice.ts'
import { readEarlierTaxes, sumByLine } from '../taxes/earlier-taxes.ts'

/**
 * Verifies an agency's refunds against its ledger: each is booked once with its amount, in both legs if it includes a
 * share of the operator's; failed ones are also reversed; no other transfer is a refund; no charge or line was refunded
 * for more than was paid; and a refund equals the sum of its lines. Returns findings that contain ids only.
 */
export async function verifyRefunds(tx: Tx, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(r.id, booked.id) as id
       from (select * from refund where agency_id = $1) r
       full join (
         select reference_id as id,
                coalesce(sum(net_e4) filter (where leg = 'client_refund'), 0) as client_e4,
                coalesce(sum(net_e4) filter (where leg in ('client_credit', 'client_tax_credit')), 0) as client_credit_e4,
                coalesce(sum(net_e4) filter (where leg = 'agency_refund'), 0) as agency_e4,
                coalesce(sum(net_e4) filter (where leg in ('agency_credit', 'agency_tax_credit')), 0) as agency_credit_e4,
                coalesce(sum(net_e4) filter (where leg in ('client_tax_credit', 'agency_tax_credit')), 0) as tax_e4,
                coalesce(sum(net_e4) filter (where leg = 'share_refund'), 0) as share_e4
           from (
             select reference_id, replace(kind, '_undone', '') as leg,
                    case when kind like '%\\_undone' then -amount_e4 else amount_e4 end as net_e4
               from ledger_transfer where agency_id = $1 and reference_kind = 'refund'
           ) legs group by reference_id
       ) booked on booked.id = r.id
      where case
        when r.id is null then true
        when r.state = 'succeeded' then booked.id is null or booked.tax_e4 <> r.tax_cents * 100
          or case when r.client_id is null
             then booked.agency_e4 <> r.amount_cents * 100 or booked.agency_credit_e4 <> r.amount_cents * 100
             else booked.client_e4 <> r.amount_cents * 100 or booked.client_credit_e4 <> r.amount_cents * 100
               or booked.agency_e4 <> booked.share_e4 or booked.agency_credit_e4 > booked.share_e4 end
        when r.state = 'failed' and r.number is not null then booked.id is null or booked.client_e4 <> 0
          or booked.client_credit_e4 <> 0 or booked.agency_e4 <> 0 or booked.agency_credit_e4 <> 0 or booked.share_e4 <> 0 or booked.tax_e4 <> 0
        else booked.id is not null end
      order by 1 limit 100`,
    [book.agencyId],
  )
  const { rows: over } = await tx.query<{ id: string }>(
    `select c.id
       from charge c
       join (
         select r.charge_id, sum(r.amount_cents) as cents, coalesce(sum(t.share_cents), 0) as share_cents
           from refund r
           left join (
             select reference_id, sum(amount_e4) / 100 as share_cents from ledger_transfer
              where agency_id = $1 and reference_kind = 'refund' and kind = 'share_refund' group by reference_id
           ) t on t.reference_id = r.id
          where r.agency_id = $1 and r.state <> 'failed' group by r.charge_id
       ) back on back.charge_id = c.id
       left join charge_attempt a on a.agency_id = c.agency_id and a.charge_id = c.id and a.state = 'succeeded'
      where c.agency_id = $1
        and (c.status not in ('succeeded', 'settled') or back.cents > c.amount_cents
          or back.cents = c.amount_cents and back.share_cents <> coalesce(a.fee_cents, 0)
             and not exists (select from refund open where open.agency_id = $1 and open.charge_id = c.id and open.state = 'sent'))
      order by 1 limit 100`,
    [book.agencyId],
  )
  return [
    ...(await verifyLines(tx, book)),
    ...(await verifyNotRepaidTwice(tx, book)),
    ...(await verifySharesNotRepaidTwice(tx, book)),
    ...rows.map(({ id }) => `refund ${id} and its transfers do not match`),
    ...over.map(({ id }) => `charge ${id} is less than its refunds`),
  ]
}

async function verifyLines(tx: Tx, book: Book): Promise<string[]> {
  const { rows: lines } = await tx.query<{ id: string; line: number; over_cents: number | null }>(
    `select r.charge_id as id, l.line,
            case when i.amount_cents is null
                   or coalesce(sum(l.amount_cents) filter (where r.state <> 'failed'), 0) > i.amount_cents + i.tax_cents then null
                 else coalesce(sum(l.tax_cents) filter (where r.state <> 'failed'), 0)::bigint - i.tax_cents end as over_cents
       from refund_line l
       join refund r on r.agency_id = l.agency_id and r.id = l.refund_id
       left join invoice_line i on i.agency_id = l.agency_id and i.invoice_id = r.charge_id and i.line = l.line
      where l.agency_id = $1
      group by r.charge_id, l.line, i.amount_cents, i.tax_cents
     having i.amount_cents is null
         or coalesce(sum(l.amount_cents) filter (where r.state <> 'failed'), 0) > i.amount_cents + i.tax_cents
         or coalesce(sum(l.tax_cents) filter (where r.state <> 'failed'), 0) > i.tax_cents
      order by 1, 2`,
    [book.agencyId],
  )
  const { rows: sums } = await tx.query<{ id: string }>(
    `select r.id from refund r join refund_line l on l.agency_id = r.agency_id and l.refund_id = r.id
      where r.agency_id = $1 group by r.id, r.amount_cents, r.tax_cents
     having sum(l.amount_cents) <> r.amount_cents or sum(l.tax_cents) <> r.tax_cents
      order by 1 limit 100`,
    [book.agencyId],
  )
  // A line for an earlier balance also contains the tax of earlier invoices.
  const invoices = [...new Set(lines.map(({ id }) => id))]
  const earlier = sumByLine(await readEarlierTaxes(tx, book.agencyId, invoices))
  const wrong = lines.filter(
    ({ id, line, over_cents }) => over_cents === null || over_cents > (earlier.get(`${id} ${line}`) ?? 0),
  )
  return [
    ...wrong.slice(0, 100).map(({ id, line }) => `line ${line} of invoice ${id} is less than its refunds`),
    ...sums.map(({ id }) => `refund ${id} is not the sum of its lines`),
  ]
}
