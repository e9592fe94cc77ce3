import type { Book } from '#server/areas/ledger/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'

/**
 * Proves that every line of an agency's invoices has its sources: of leads the transfers that it counts, at its price; of a fee the
 * one that booked it; and that an invoice comes to what its lines do. Returns what is wrong, in words that name ids only.
 */
export async function verifyInvoices(tx: Tx, book: Book): Promise<string[]> {
  return [...(await findSourceless(tx, book)), ...(await findUnbooked(tx, book)), ...(await findMiscounted(tx, book))]
}

/** Lines that name their transfers, against those transfers; a transfer that no line stands for is wrong too. */
async function findSourceless(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ invoice_id: string; line: number }>(
    `select coalesce(l.invoice_id, source.invoice_id) as invoice_id, coalesce(l.line, source.line) as line
       from (select * from invoice_line where agency_id = $1 and kind in ('leads', 'platform_fee', 'lead_minimum')) l
       full join (
         select i.invoice_id, i.line, count(*) as transfers, count(t.id) as booked, min(t.amount_e4) as least_e4,
                max(t.amount_e4) as most_e4, min(t.kind) as kind, count(distinct t.kind) as kinds
           from invoice_transfer i
           left join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id
          where i.agency_id = $1 group by i.invoice_id, i.line
       ) source on source.invoice_id = l.invoice_id and source.line = l.line
      where l.invoice_id is null or source.invoice_id is null or source.booked <> source.transfers
         or source.transfers <> l.quantity or source.least_e4 <> l.unit_price_e4 or source.most_e4 <> l.unit_price_e4
         or source.kinds <> 1
         or source.kind <> case when l.kind = 'leads' then 'lead' else l.kind end
              || case when l.client_id is null then '_wholesale' else '_retail' end
      order by 1, 2 limit 100`,
    [agencyId],
  )
  return rows.map(({ invoice_id, line }) => `line ${line} of invoice ${invoice_id} has not the sources that it names`)
}

/** Lines that stand for one booking, whose id follows from the invoice's: what is missing of a minimum spend, and single fees. */
async function findUnbooked(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: lines } = await tx.query<{ invoice_id: string; line: number; kind: string; amount_cents: number }>(
    `select invoice_id, line, kind, amount_cents from invoice_line
      where agency_id = $1 and kind not in ('leads', 'platform_fee', 'lead_minimum') order by 1, 2`,
    [agencyId],
  )
  const wanted = lines.map((line) => ({
    ...line,
    source: line.kind === 'minimum_spend' ? uuidOf([line.kind, line.invoice_id]) : line.invoice_id,
  }))
  const { rows: booked } = await tx.query<{ id: string; amount_e4: number }>(
    'select id, amount_e4 from ledger_transfer where agency_id = $1 and id = any($2)',
    [agencyId, wanted.map(({ source }) => source)],
  )
  const amounts = new Map(booked.map(({ id, amount_e4 }) => [id, amount_e4]))
  return wanted
    .filter(({ source, amount_cents }) => amounts.get(source) !== amount_cents * 100)
    .map(({ invoice_id, line }) => `line ${line} of invoice ${invoice_id} has not the source that it names`)
}

async function findMiscounted(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from invoice i
       left join (select invoice_id, sum(amount_cents) as cents from invoice_line where agency_id = $1 group by invoice_id) l
         on l.invoice_id = i.id
       left join charge c on c.agency_id = i.agency_id and c.id = i.id
      where i.agency_id = $1 and (l.cents is distinct from i.total_cents
         or c.full_cents is distinct from i.total_cents or c.discount_cents is distinct from i.deduction_cents)
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `invoice ${id}, its lines and its charge do not come to the same`)
}
