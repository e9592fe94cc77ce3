import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { verifyBalances } from '../balances/verify-balances.ts'
import { verifyTaxes } from '../taxes/verify-taxes.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { verifyWithheldShares } from '../shares/verify-withheld-shares.ts'
import { verifyNumbers } from './verify-numbers.ts'

/**
 * Verifies that invoice lines match their sources (transfers at the line's price, or earlier invoices), are rounded
 * half to even and add up to their invoice, and that invoices and credit notes are numbered without gaps. Returns
 * findings that contain ids only.
 */
export async function verifyInvoices(tx: Tx, book: Book): Promise<string[]> {
  return [
    ...(await findSourceless(tx, book)),
    ...(await findUnbooked(tx, book)),
    ...(await findMiscounted(tx, book)),
    ...(await findMisrounded(tx, book)),
    ...(await verifyNumbers(tx, book)),
    ...(await verifyWithheldShares(tx, book)),
    ...(await verifyBalances(tx, book)),
    ...(await verifyTaxes(tx, book)),
  ]
}

interface Line {
  invoice_id: string
  line: number
  /** The kind, number and unit amount of its transfers. */
  source: string
}

/** Kinds of lines that are allocated. */
const withAllocations = `'leads', 'enrichment', 'platform_fee', 'lead_minimum'`

/** Compares lines with their allocations, and those with their transfers, which they repeat. An allocation without a line is a finding too. */
async function findSourceless(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: lines } = await tx.query<Line>(
    `select invoice_id, line,
       case when kind = 'leads' then 'lead' else kind end || case when client_id is null then '_wholesale ' else '_retail ' end
         || case when kind = 'enrichment' then '1 ' || quantity * unit_price_e4 || ' ' || quantity * unit_price_e4
              else quantity || ' ' || unit_price_e4 || ' ' || unit_price_e4 end as source
       from invoice_line where agency_id = $1 and kind in (${withAllocations})`,
    [agencyId],
  )
  // On a cluster, invoices are on another node than their sources, so both are read and compared here.
  const { rows: sources } = await tx.query<Line>(
    `select a.invoice_id, a.line,
       string_agg(distinct coalesce(t.kind, 'nothing'), ' ') || ' ' || count(*) || ' ' || min(t.amount_e4) || ' ' || max(t.amount_e4) as source
       from allocation a
       left join ledger_transfer t on t.agency_id = a.agency_id and t.id = a.transfer_id
        and (t.client_id, t.reference_kind, t.reference_id, t.amount_e4, t.created_at)
            is not distinct from (a.client_id, a.kind, a.item_id, a.amount_e4, a.booked_at)
      where a.agency_id = $1 group by a.invoice_id, a.line`,
    [agencyId],
  )
  const keyOf = ({ invoice_id, line }: Line): string => `line ${line} of invoice ${invoice_id}`
  const expectedSources = new Map(lines.map((line) => [keyOf(line), line.source]))
  const bookedSources = new Map(sources.map((line) => [keyOf(line), line.source]))
  return [...new Set([...expectedSources.keys(), ...bookedSources.keys()])]
    .filter((key) => expectedSources.get(key) !== bookedSources.get(key))
    .sort()
    .slice(0, 100)
    .map((key) => `${key} does not match its sources`)
}

/** Lines for a single transfer whose id is derived from the invoice's: minimum-spend differences and single fees. */
async function findUnbooked(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: lines } = await tx.query<{ invoice_id: string; line: number; kind: string; amount_cents: number }>(
    `select invoice_id, line, kind, amount_cents from invoice_line
      where agency_id = $1 and kind not in (${withAllocations}, 'earlier_leads', 'earlier_balance') order by 1, 2`,
    [agencyId],
  )
  const sourcedLines = lines.map((line) => ({
    ...line,
    source: line.kind === 'minimum_spend' ? uuidOf([line.kind, line.invoice_id]) : line.invoice_id,
  }))
  const { rows: transfers } = await tx.query<{ id: string; amount_e4: number }>(
    'select id, amount_e4 from ledger_transfer where agency_id = $1 and id = any($2)',
    [agencyId, sourcedLines.map(({ source }) => source)],
  )
  const amounts = new Map(transfers.map(({ id, amount_e4 }) => [id, amount_e4]))
  return sourcedLines
    .filter(({ source, amount_cents }) => amounts.get(source) !== amount_cents * 100)
    .map(({ invoice_id, line }) => `line ${line} of invoice ${invoice_id} does not match its source`)
}

async function findMiscounted(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from invoice i
       left join (select invoice_id, sum(amount_cents + tax_cents) as cents from invoice_line where agency_id = $1 group by invoice_id) l
         on l.invoice_id = i.id
       left join charge c on c.agency_id = i.agency_id and c.id = i.id
      where i.agency_id = $1 and (l.cents is distinct from i.total_cents
         or c.full_cents is distinct from i.total_cents or c.discount_cents is distinct from i.deduction_cents)
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `invoice ${id}, its lines and its charge have different totals`)
}

/** Lines whose amount isn't their sources rounded half to even. */
async function findMisrounded(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ invoice_id: string; line: number }>(
    `select invoice_id, line from invoice_line
      where agency_id = $1 and kind in ('leads', 'enrichment')
        and (abs(amount_cents * 100 - quantity * unit_price_e4) > 50
          or abs(amount_cents * 100 - quantity * unit_price_e4) = 50 and amount_cents % 2 <> 0)
      order by 1, 2 limit 100`,
    [agencyId],
  )
  return rows.map(({ invoice_id, line }) => `line ${line} of invoice ${invoice_id} is not rounded half to even`)
}
