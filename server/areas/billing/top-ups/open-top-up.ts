import { lockBalances, type BalanceName } from '#server/areas/prepaid/balances.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Agency } from '../agency-of.ts'
import { queueCollection } from '../queue-collection.ts'
import type { ChargeRow, ChargeStatus } from '../charge-states.ts'

/** The states of a top-up in progress, which blocks another one. */
const openStatuses: readonly ChargeStatus[] = ['due', 'sent', 'unknown']

export interface TopUp {
  id: string
  status: ChargeStatus
  cause: string | null
  amount_cents: number
  createdAt: Date
}

export const isOpen = ({ status }: Pick<TopUp, 'status'>): boolean => openStatuses.includes(status)

/** A balance's top-up in progress, else its newest one. */
export async function readLastTopUp(tx: Tx, agencyId: string, balanceId: string): Promise<TopUp | null> {
  const { rows } = await tx.query<TopUp>(
    `select id, status, cause, amount_cents, created_at as "createdAt" from charge
      where agency_id = $1 and balance_id = $2
      order by status = any($3) desc, created_at desc, id desc limit 1`,
    [agencyId, balanceId, openStatuses],
  )
  return rows[0] ?? null
}

/**
 * Whether a charge is a top-up that nobody needs any more: its campaign was removed or prepays no more, or it was ordered by a continual
 * top-up that was stopped since.
 */
export async function isUnwanted(
  tx: Tx,
  { id, agency_id, client_id, balance_id }: Pick<ChargeRow, 'id' | 'agency_id' | 'client_id' | 'balance_id'>,
): Promise<boolean> {
  if (client_id === null || balance_id === null) return false
  const { rows } = await tx.query<{ isStopped: boolean }>(
    `select balance.stop_continual and balance.started_at is not null as "isStopped" from campaign
       join prepaid_balance balance on balance.agency_id = campaign.agency_id and balance.id = campaign.id
      where campaign.agency_id = $1 and campaign.id = $2 and campaign.removed_at is null and balance.leads_to_buy > 0`,
    [agency_id, balance_id],
  )
  return rows[0]?.isStopped === true ? isAutomatic(tx, agency_id, id) : rows.length === 0
}

async function isAutomatic(tx: Tx, agencyId: string, chargeId: string): Promise<boolean> {
  const text = 'select from charge where agency_id = $1 and id = $2 and is_automatic'
  return (await tx.query(text, [agencyId, chargeId])).rowCount === 1
}

/** The number of a balance's automatic top-ups since a moment. */
export async function countAutomatic(tx: Tx, agencyId: string, balanceId: string, since_ms: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from charge
      where agency_id = $1 and balance_id = $2 and is_automatic and created_at > $3`,
    [agencyId, balanceId, dateOf(since_ms)],
  )
  return rows[0]!.count
}

export interface NewTopUp {
  /** The operation's id, which becomes the charge's and later the lot's id. */
  id: string
  balance: BalanceName
  amount_cents: number
  isAutomatic: boolean
}

/**
 * Creates a top-up's charge, one at a time per balance, and returns whether it is new; a retry changes nothing. Throws
 * `conflict` while another one is open, and `invalid` if the id was used for another amount.
 */
export async function openTopUp(tx: Tx, now_ms: number, agency: Agency, one: NewTopUp): Promise<boolean> {
  const { agencyId, rootId } = agency
  const { id, balance, amount_cents } = one
  await lockBalances(tx, agencyId, [balance.id])
  const { rows } = await tx.query<{ amount_cents: number; balance_id: string | null }>(
    'select amount_cents, balance_id from charge where agency_id = $1 and id = $2',
    [agencyId, id],
  )
  const there = rows[0]
  if (there?.balance_id === balance.id && there.amount_cents === amount_cents) return false
  if (there) throw invalid('operationId', 'This operation ID was already used for another charge.')
  const last = await readLastTopUp(tx, agencyId, balance.id)
  if (last && isOpen(last)) throw new Failure('conflict', { message: 'A top-up is being charged already.' })
  await tx.query(
    `insert into charge (agency_id, id, root_id, client_id, kind, status, full_cents, balance_id, is_automatic, created_at)
     values ($1, $2, $3, $4, $5, 'due', $6, $7, $8, $9)`,
    [
      agencyId,
      id,
      rootId,
      balance.clientId,
      balance.clientId === null ? 'wallet_top_up' : 'campaign_top_up',
      amount_cents,
      balance.id,
      one.isAutomatic,
      dateOf(now_ms),
    ],
  )
  await queueCollection(tx, agency, id)
  return true
}
