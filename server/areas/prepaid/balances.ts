import { dateOf } from '#server/platform/clock.ts'
import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { AccountName, Book } from '#server/areas/ledger/book.ts'
import type { Lot } from './draw.ts'

/** Names a balance: an agency's wallet by the agency's id, or a client's for one campaign by the campaign's id. */
export interface BalanceName {
  id: string
  clientId: string | null
}

export interface Balance extends BalanceName {
  topUp_cents: number
  leadsToBuy: number
  isCustom: boolean
  stopsContinual: boolean
  lastBalance_e4: number
  startedAt: Date | null
  declines: number
  declinedAt: Date | null
  emptiedAt: Date | null
}

const columns = `id, client_id as "clientId", top_up_cents as "topUp_cents", leads_to_buy as "leadsToBuy",
  is_custom as "isCustom", stop_continual as "stopsContinual", last_balance_e4 as "lastBalance_e4",
  started_at as "startedAt", declines, declined_at as "declinedAt", emptied_at as "emptiedAt"`

export const walletOf = (agencyId: string): BalanceName => ({ id: agencyId, clientId: null })

/** The ledger account that holds the balance. */
export const accountOf = ({ clientId }: Pick<BalanceName, 'clientId'>): AccountName =>
  clientId === null ? { kind: 'wallet', clientId } : { kind: 'client_prepaid', clientId }

/** The ledger account that the balance pays: the agency's debt to its operator, or the client's to its agency. */
export const debtOf = ({ clientId }: Pick<BalanceName, 'clientId'>): AccountName =>
  clientId === null ? { kind: 'agency_payable', clientId } : { kind: 'client_receivable', clientId }

/** Whether leads stop without it: a started wallet that tops itself up, or a campaign that prepays (decision 51). */
export const isRequired = ({ clientId, startedAt, stopsContinual, leadsToBuy }: Balance): boolean =>
  clientId === null ? startedAt !== null && !stopsContinual : leadsToBuy > 0

/** Locks balances in the order of their ids, which serializes changes to their lots. Missing balances are left out. */
export async function lockBalances(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Balance[]> {
  const { rows } = await prepareSmall<Balance>(tx, ids.length, {
    name: 'lock-balances',
    text: `select ${columns} from prepaid_balance where agency_id = $1 and id = any($2::uuid[]) order by id for update`,
    values: [agencyId, ids],
  })
  return rows
}

export async function readBalance(tx: Tx, agencyId: string, id: string): Promise<Balance | null> {
  const { rows } = await tx.query<Balance>(`select ${columns} from prepaid_balance where agency_id = $1 and id = $2`, [
    agencyId,
    id,
  ])
  return rows[0] ?? null
}

/** SQL for what can be used of a lot: what remains minus what is held because its payment is disputed. */
export const usable = (lot: string): string => `greatest(${lot}.remaining_e4 - ${lot}.held_e4, 0)`

/** The usable lots of balances, oldest first. While the balances are locked, their lots don't change. */
export async function readLots(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Map<string, Lot[]>> {
  const { rows } = await prepareSmall<Lot & { balanceId: string }>(tx, ids.length, {
    name: 'read-lots',
    text: `select id, balance_id as "balanceId", remaining_e4 - held_e4 as remaining_e4 from prepaid_lot
      where agency_id = $1 and balance_id = any($2::uuid[]) and remaining_e4 > 0 and remaining_e4 > held_e4 order by bought_at, id`,
    values: [agencyId, ids],
  })
  const lots = new Map<string, Lot[]>(ids.map((id) => [id, []]))
  for (const { balanceId, id, remaining_e4 } of rows) lots.get(balanceId)!.push({ id, remaining_e4 })
  return lots
}

/** The settings to change; an omitted one stays. */
export interface BalanceChange {
  topUp_cents?: number
  leadsToBuy?: number
  isCustom?: boolean
  stopsContinual?: boolean
}

/** Creates a balance or changes its top-up settings, and locks it. */
export async function saveBalance(
  tx: Tx,
  book: Book,
  now_ms: number,
  { id, clientId }: BalanceName,
  change: BalanceChange,
): Promise<Balance> {
  const { rows } = await tx.query<Balance>(
    `insert into prepaid_balance as b (agency_id, id, root_id, client_id, campaign_id, top_up_cents, leads_to_buy, is_custom,
       stop_continual, updated_at)
     values ($1, $2::uuid, $3, $4::uuid, case when $4::uuid is null then null else $2::uuid end, coalesce($5, 0), coalesce($6, 0),
       coalesce($7, false), coalesce($8, false), $9)
     on conflict (agency_id, id) do update set top_up_cents = coalesce($5, b.top_up_cents),
       leads_to_buy = coalesce($6, b.leads_to_buy), is_custom = coalesce($7, b.is_custom),
       stop_continual = coalesce($8, b.stop_continual), updated_at = $9
     returning ${columns}`,
    [
      book.agencyId,
      id,
      book.rootId,
      clientId,
      change.topUp_cents ?? null,
      change.leadsToBuy ?? null,
      change.isCustom ?? null,
      change.stopsContinual ?? null,
      dateOf(now_ms),
    ],
  )
  return rows[0]!
}

/** Records a declined top-up, and counts it if the card is to blame. The next automatic one waits a day. */
export async function recordDecline(
  tx: Tx,
  now_ms: number,
  { agency_id, balance_id, counts }: { agency_id: string; balance_id: string; counts: boolean },
): Promise<void> {
  await tx.query(
    'update prepaid_balance set declines = declines + $4, declined_at = $3 where agency_id = $1 and id = $2',
    [agency_id, balance_id, dateOf(now_ms), Number(counts)],
  )
}

/** Resets the declines once another card is stored. */
export async function resetDeclines(tx: Tx, agencyId: string, clientId: string | null): Promise<void> {
  await tx.query(
    `update prepaid_balance set declines = 0, declined_at = null
      where agency_id = $1 and client_id is not distinct from $2 and declines > 0`,
    [agencyId, clientId],
  )
}
