import type { getPayout, listPayoutEntries, listPayouts, Payout, PayoutEntry } from '#contract/payments/payouts.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row extends Pick<
  Payout,
  | 'id'
  | 'owner_kind'
  | 'owner_id'
  | 'owner_name'
  | 'currency'
  | 'state'
  | 'cause'
  | 'method'
  | 'is_automatic'
  | 'bank_last4'
> {
  amount_cents: number
  arrives_on: string
  made_at: Date
  moved_at: Date
}

/** What the reader may see: $1 is the operator, $2 the agency or null, $3 a sales person who sees only their own. */
const ofReader = 'p.root_id = $1 and ($2::uuid is null or p.agency_id = $2) and ($3::uuid is null or p.user_id = $3)'

const readerOf = ({ caller }: SignedInCall): [string, string | null, string | null] => {
  const isSales = caller.kind === 'salesRep' || caller.kind === 'accountExecutive'
  return [caller.rootId, caller.agencyId, isSales ? caller.userId : null]
}

const columns = `p.id, case when p.agency_id is null then 'sales' else 'agency' end as owner_kind,
  coalesce(p.agency_id, p.user_id) as owner_id, coalesce(agency.name, person.full_name, '') as owner_name, p.amount_cents,
  p.currency, p.state, p.cause, p.method, p.is_automatic, p.bank_last4, p.arrives_on::text, p.made_at, p.moved_at`
const owners = `left join company agency on agency.id = p.agency_id left join app_user person on person.id = p.user_id`

const present = ({ amount_cents, made_at, moved_at, ...row }: Row): Payout => ({
  ...row,
  amount: dollarsFromCents(amount_cents),
  made_at: made_at.toISOString(),
  moved_at: moved_at.toISOString(),
})

export const handleListPayouts: Handler<typeof listPayouts> = async ({ query }, call) => {
  const state = query.state === '' || query.state === 'all' ? null : query.state
  const rows = await call.readOnce<Row & { total: number }>({
    text: `select ${columns}, count(*) over ()::integer as total from gateway_payout p ${owners}
      where ${ofReader} and ($4::text is null or p.state = $4)
      order by p.made_at desc, p.id desc limit $5 offset $6`,
    values: [...readerOf(call), state, query.perPage, (query.page - 1) * query.perPage],
  })
  return toPage(
    rows.map(({ total: _total, ...row }) => present(row)),
    query.page,
    query.perPage,
    rows[0]?.total ?? 0,
  )
}

interface Sums {
  gateway_id: string
  is_itemized: boolean
  entries: number
  gross_cents: number
  fee_cents: number
}

export const handleGetPayout: Handler<typeof getPayout> = async ({ params }, call) => {
  const rows = await call.readOnce<Row & Sums>({
    text: `select ${columns}, p.gateway_id, p.itemized_at is not null as is_itemized, made.entries, made.gross_cents,
        made.fee_cents
      from gateway_payout p ${owners}
      cross join lateral (
        select count(*)::integer as entries, coalesce(sum(e.amount_cents), 0)::bigint as gross_cents,
            coalesce(sum(e.fee_cents), 0)::bigint as fee_cents
          from gateway_payout_entry e where e.payout_id = p.id) made
     where ${ofReader} and p.id = $4`,
    values: [...readerOf(call), params.payoutId],
  })
  if (!rows[0]) throw noSuchPayout()
  const { gateway_id, is_itemized, entries, gross_cents, fee_cents, ...row } = rows[0]
  const sums = { entries, gross: dollarsFromCents(gross_cents), fees: dollarsFromCents(fee_cents) }
  return { result: 'success', data: { ...present(row), gateway_id, is_itemized, ...sums } }
}

const noSuchPayout = () => invalid('payoutId', 'Payout not found.')

interface EntryRow extends Pick<PayoutEntry, 'gateway_id' | 'kind' | 'company_id' | 'company_name'> {
  created_at: Date
  amount_cents: number
  fee_cents: number
  issuer: 'agency' | 'root' | null
  year: number
  number: number
  total: number
}

export const handleListPayoutEntries: Handler<typeof listPayoutEntries> = ({ params, query }, call) =>
  call.inScope(async (tx) => {
    const { rows: payouts } = await tx.query(`select from gateway_payout p where ${ofReader} and p.id = $4`, [
      ...readerOf(call),
      params.payoutId,
    ])
    if (payouts.length === 0) throw noSuchPayout()
    const rows = await readEntries(tx, params.payoutId, query)
    return toPage(rows.map(presentEntry), query.page, query.perPage, rows[0]?.total ?? 0)
  })

/**
 * Payout entries with the charge that each belongs to: payments, refunds and disputes carry the gateway's id of the
 * payment. Sales staff can't see charges, so theirs have none.
 */
async function readEntries(
  tx: Tx,
  payoutId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<EntryRow[]> {
  const { rows } = await tx.query<EntryRow>(
    `select e.gateway_id, e.kind, e.created_at, e.amount_cents, e.fee_cents, payer.id as company_id, payer.name as company_name,
        i.issuer, i.year, i.number, e.total
       from (select e.*, p.gateway, count(*) over ()::integer as total
               from gateway_payout_entry e
               join gateway_payout p on p.id = e.payout_id
              where e.payout_id = $1 order by e.created_at desc, e.gateway_id desc limit $2 offset $3) e
       left join charge_attempt a on a.agency_id = e.agency_id and a.gateway = e.gateway and a.gateway_id = e.of_id
         and a.state = 'succeeded'
       left join charge c on c.agency_id = a.agency_id and c.id = a.charge_id
       left join company payer on payer.id = c.client_id
       left join invoice i on i.agency_id = c.agency_id and i.id = c.id
      order by e.created_at desc, e.gateway_id desc`,
    [payoutId, perPage, (page - 1) * perPage],
  )
  return rows
}

const presentEntry = (row: EntryRow): PayoutEntry => ({
  gateway_id: row.gateway_id,
  kind: row.kind,
  at: row.created_at.toISOString(),
  amount: dollarsFromCents(row.amount_cents),
  fee: dollarsFromCents(row.fee_cents),
  company_id: row.company_id,
  company_name: row.company_name,
  invoice: row.issuer === null ? '' : numberOf(row as Numbered),
})
