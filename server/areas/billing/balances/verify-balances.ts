import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that each earlier-balance line equals the sum of its sources, apart from credits that were paid out, and no manual bill is less than its own, that each source is another invoice of the same payer that
 * contributes no more than it deducted, and that only reversed credits are billed again, each once. Returns findings
 * that contain ids only.
 */
export async function verifyBalances(tx: Tx, book: Book): Promise<string[]> {
  return [
    ...(await findUnsourced(tx, book)),
    ...(await findSmallBills(tx, book)),
    ...(await findOvertaken(tx, book)),
    ...(await findUncredited(tx, book)),
  ]
}

interface Unsourced {
  invoice_id: string
  line: number
  client_id: string | null
  /** Above zero what the line has no source for. */
  missing_e4: number
}

async function findUnsourced(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<Unsourced>(
    `select coalesce(l.invoice_id, s.invoice_id) as invoice_id, coalesce(l.line, s.line) as line, l.client_id,
            (coalesce(l.amount_cents, 0) * 100 - coalesce(s.e4, 0))::bigint as missing_e4
       from (select * from invoice_line where agency_id = $1 and kind = 'earlier_balance') l
       full join (select invoice_id, line, sum(amount_e4) as e4 from earlier_balance_source where agency_id = $1 and line > 0 group by 1, 2) s
         on s.invoice_id = l.invoice_id and s.line = l.line
      where l.amount_cents * 100 is distinct from s.e4 order by 1, 2 limit 100`,
    [agencyId],
  )
  if (rows.length === 0) return []
  const paidOut_e4 = await readPaidOut(tx, agencyId)
  const held_e4 = await readHeldShares(tx, agencyId)
  return rows
    .filter(
      ({ client_id, missing_e4 }) => missing_e4 <= 0 || missing_e4 > paidOut_e4(client_id) + (client_id ? 0 : held_e4),
    )
    .map(({ invoice_id, line }) => `line ${line} of invoice ${invoice_id} does not equal its sources`)
}

/** A credit that was paid out and is reversed later is owed again, and no invoice has deducted it. */
async function readPaidOut(tx: Tx, agencyId: string): Promise<(clientId: string | null) => number> {
  const { rows } = await tx.query<{ client_id: string | null; e4: number }>(
    `select client_id, sum(amount_e4)::bigint as e4 from ledger_transfer
      where agency_id = $1 and kind = 'credit_paid_out' group by client_id`,
    [agencyId],
  )
  const sums = new Map(rows.map(({ client_id, e4 }) => [client_id, e4]))
  return (clientId) => sums.get(clientId) ?? 0
}

/** Shares that refunds of clients' payments paid out, and that waited for the operator: the agency owes them again, and no invoice has deducted them. */
async function readHeldShares(tx: Tx, agencyId: string): Promise<number> {
  const { rows } = await tx.query<{ e4: number }>(
    `select coalesce(sum(amount_e4), 0)::bigint as e4 from share_claim
      where agency_id = $1 and source = 'refund' and excess is not null`,
    [agencyId],
  )
  return rows[0]!.e4
}

/** Bills that end manual billing are the only charges with sources but without an invoice. */
async function findSmallBills(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select b.invoice_id as id from earlier_balance_source b
       left join charge c on c.agency_id = $1 and c.id = b.invoice_id and c.kind = 'manual_bill'
      where b.agency_id = $1 and b.line = 0
      group by b.invoice_id, c.amount_cents having sum(b.amount_e4) > coalesce(c.amount_cents, 0) * 100
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `bill ${id} is less than what it takes from earlier invoices`)
}

async function findOvertaken(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from earlier_balance_source b
       join invoice i on i.agency_id = $1 and i.id = b.from_id
       left join invoice asked on asked.agency_id = $1 and asked.id = b.invoice_id
      where b.agency_id = $1
      group by i.agency_id, i.id
     having bool_or(asked.client_id is distinct from i.client_id or asked.client_id is distinct from b.client_id
                    or asked.id = i.id)
         or sum(b.amount_e4) > i.deduction_cents * 100
              - 100 * coalesce((select sum(s.amount_cents) from withheld_share s
                                 where s.agency_id = $1 and s.invoice_id = i.id), 0)
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `invoice ${id} is the source of more than its deduction`)
}

interface Again {
  credit_id: string
  leg: 'retail' | 'wholesale'
  amount_e4: number
  lines: number
}

async function findUncredited(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: again } = await tx.query<Again>(
    `select credit_id, case when client_id is null then 'wholesale' else 'retail' end as leg, sum(amount_e4)::bigint as amount_e4,
            count(distinct invoice_id)::integer as lines
       from earlier_balance_source where agency_id = $1 and credit_id is not null group by 1, 2 order by 1, 2`,
    [agencyId],
  )
  if (again.length === 0) return []
  // On a cluster, credits and invoices are on different nodes, so both are read and compared here.
  const { rows: reversedCredits } = await tx.query<{ id: string; leg: Again['leg']; amount_e4: number }>(
    `select k.id, legs.leg, case legs.leg when 'retail' then k.retail_e4 else k.wholesale_e4 end + coalesce(t.tax_e4, 0) as amount_e4
       from lead_credit k cross join (values ('retail'), ('wholesale')) as legs (leg)
       left join tax_credit t on t.agency_id = $1 and t.lead_credit_id = k.id and t.leg = legs.leg
      where k.agency_id = $1 and k.id = any($2::uuid[]) and k.reversed_at is not null`,
    [agencyId, again.map(({ credit_id }) => credit_id)],
  )
  const most_e4 = new Map(reversedCredits.map(({ id, leg, amount_e4 }) => [`${id} ${leg}`, amount_e4]))
  return again
    .filter(
      ({ credit_id, leg, amount_e4, lines }) => lines > 1 || amount_e4 > (most_e4.get(`${credit_id} ${leg}`) ?? 0),
    )
    .slice(0, 100)
    .map(({ credit_id }) => `credit ${credit_id} was charged again, but not reversed in full`)
}
