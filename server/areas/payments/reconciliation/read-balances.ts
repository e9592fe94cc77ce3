import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type BalanceEntry,
  type CardGateway,
} from '#server/providers/payments/gateway.ts'
import { configuredGateways } from '#server/providers/payments/registry.ts'
import { bookFees } from './book-fees.ts'
import { findFresh } from './count-unmatched.ts'
import { storeGaps } from './find-gaps.ts'
import type { GatewayAccount } from './gateway-account.ts'
import { matchEntries } from './match-entries.ts'

/** How far back entries are read again: some appear a while after their timestamp. */
const overlap_ms = 86_400_000

/**
 * Reads from every gateway what has moved the balances of the operator and its agencies, stores it once, and reconciles
 * it with the ledger. Repeatable; an account that can't be read is retried an hour later.
 */
export const readBalancesJob: Job = {
  name: 'read-gateway-balances',
  everyMinutes: 60,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    const all = rows.flatMap(({ root_id: rootId }) =>
      configuredGateways(platform.config).map((gateway) => ({ rootId, gateway })),
    )
    await settleEach(platform, problem, all, ({ rootId, gateway }) => readGateway(platform, rootId, gateway))
  },
}

/**
 * Rereads accounts with a recent mismatch, where an answer or an event may have arrived after the hourly reading. After
 * an hour waiting is no explanation any more.
 */
export const readOpenBalancesJob: Job = {
  name: 'read-open-gateway-balances',
  everyMinutes: 1,
  async run(platform) {
    const now_ms = platform.clock.now()
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    const roots = rows.map(({ root_id: rootId }) => ({ rootId }))
    await settleEach(platform, problem, roots, ({ rootId }) => readOpen(platform, rootId, now_ms))
  },
}

/** Each operator and each gateway is handled separately, so that one failure doesn't block the others. */
const problem = 'a gateway’s balances could not be compared with the books'

async function readOpen(platform: Platform, rootId: string, now_ms: number): Promise<void> {
  const open = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) => findFresh(tx, rootId, now_ms), {
    readOnly: true,
  })
  for (const gateway of configuredGateways(platform.config)) {
    const accounts = open.filter((one) => one.gateway === gateway.name).map(({ accountId }) => accountId)
    if (accounts.length > 0) await readGateway(platform, rootId, gateway, (id) => accounts.includes(id))
  }
}

async function readGateway(
  platform: Platform,
  rootId: string,
  gateway: CardGateway,
  isWanted: (accountId: string) => boolean = () => true,
): Promise<void> {
  const scope = { kind: 'root', rootId } as const
  const connectedAccounts = await inScope(platform.appPool, scope, (tx) => readAccounts(tx, rootId, gateway.name), {
    readOnly: true,
  })
  const parties = new Set(connectedAccounts.map(({ account_id }) => account_id))
  const rootAccount: GatewayAccount = { rootId, agencyId: null, gateway: gateway.name, accountId: '' }
  const accounts = connectedAccounts.flatMap(({ account_id: accountId, agency_id: agencyId }) =>
    agencyId === null ? [] : [{ ...rootAccount, agencyId, accountId }],
  )
  const readings: (GatewayAccount & { begun_ms: number })[] = []
  // The operator's account first: then the payment of each share on it has been read by the time of matching.
  const targets = [rootAccount, ...accounts].filter(({ accountId }) => isWanted(accountId))
  await settleEach(platform, 'a balance could not be read', targets, async (account) => {
    const begun_ms = platform.clock.now()
    if (await readAccount(platform, gateway, account, parties)) readings.push({ ...account, begun_ms })
  })
  await inScope(platform.appPool, scope, (tx) => matchEntries(tx, rootId), { statementTimeout_ms: 60_000 })
  await bookFees(platform, rootId)
  await settleEach(platform, 'the gaps of a balance could not be stored', readings, (account) =>
    inScope(platform.appPool, scope, (tx) => storeGaps(tx, account, account.begun_ms), { statementTimeout_ms: 60_000 }),
  )
}

/** Connected accounts, and disconnected ones that money went through: it may be listed, refunded or disputed there later. */
async function readAccounts(
  tx: Tx,
  rootId: string,
  gateway: string,
): Promise<{ account_id: string; agency_id: string | null }[]> {
  const { rows } = await tx.query<{ account_id: string; agency_id: string | null }>(
    `select account_id, agency_id from connected_account where root_id = $1 and gateway = $2
     union
     select account_id, agency_id from charge_attempt where root_id = $1 and gateway = $2 and account_id is not null
     union
     select account_id, null from commission_payout where root_id = $1 and gateway = $2
     order by account_id`,
    [rootId, gateway],
  )
  return rows
}

/** Returns whether the account was read to the end. An account that was never charged is skipped. */
async function readAccount(
  { appPool }: Platform,
  gateway: CardGateway,
  account: GatewayAccount,
  parties: ReadonlySet<string>,
): Promise<boolean> {
  const scope = { kind: 'root', rootId: account.rootId } as const
  const since_ms = await inScope(appPool, scope, (tx) => findSince(tx, account), { readOnly: true })
  if (since_ms === null) return false
  const accountId = account.accountId === '' ? null : account.accountId
  let after: string | null = null
  do {
    const page = await tryList(gateway, { accountId, since_ms, after })
    if (!page) return false
    await inScope(appPool, scope, (tx) => saveEntries(tx, account, page.entries, parties))
    after = page.next
  } while (after !== null)
  return true
}

/** Null if the gateway is unreachable, or if our access to the account was revoked. */
const tryList = (
  gateway: CardGateway,
  of: Parameters<CardGateway['listEntries']>[0],
): ReturnType<CardGateway['listEntries']> | Promise<null> =>
  gateway.listEntries(of).catch((thrown: unknown) => {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return null
    throw thrown
  }) as ReturnType<CardGateway['listEntries']>

/**
 * Where to start reading: at the last entry before the last complete reading, since one that was interrupted has stored the newest
 * entries only; else at the account's first charge or payout of commissions. Null if it has none.
 */
async function findSince(tx: Tx, { rootId, gateway, accountId }: GatewayAccount): Promise<number | null> {
  const { rows } = await tx.query<{ since: Date | null }>(
    `select coalesce(
        (select max(e.created_at) from gateway_entry e
           join gateway_reading r on r.root_id = $1 and r.gateway = $2 and r.account_id = $3 and r.read_at >= e.created_at
          where e.root_id = $1 and e.gateway = $2 and e.account_id = $3),
        (select min(a.sent_at) from charge_attempt a
          where a.root_id = $1 and a.gateway = $2
            and (a.account_id = $3 or $3 = '' and (a.account_id is null or a.fee_cents > 0))),
        (select min(least(p.created_at, p.asked_at)) from commission_payout p
          where p.root_id = $1 and p.gateway = $2 and $3 = '')) as since`,
    [rootId, gateway, accountId],
  )
  const since = rows[0]?.since ?? null
  return since && since.getTime() - overlap_ms
}

/** Stores the entries that aren't known yet. */
async function saveEntries(
  tx: Tx,
  { rootId, agencyId, gateway, accountId }: GatewayAccount,
  entries: readonly BalanceEntry[],
  parties: ReadonlySet<string>,
): Promise<void> {
  const of = <T>(read: (entry: BalanceEntry) => T): T[] => entries.map(read)
  await tx.query(
    `insert into gateway_entry (id, root_id, agency_id, gateway, account_id, gateway_id, source_id, of_id, kind,
       amount_cents, fee_cents, created_at, state)
     select e.id, $1, $2, $3, $4, e.gateway_id, e.source_id, e.of_id, e.kind, e.amount_cents, e.fee_cents, e.created_at, e.state
       from unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::bigint[],
         $12::timestamptz[], $13::text[])
         as e (id, gateway_id, source_id, of_id, kind, amount_cents, fee_cents, created_at, state)
      on conflict do nothing`,
    [
      rootId,
      agencyId,
      gateway,
      accountId,
      of(({ gatewayId }) => uuidOf(['gateway entry', rootId, gateway, accountId, gatewayId])),
      of(({ gatewayId }) => gatewayId),
      of(({ sourceId }) => sourceId),
      of(({ ofId }) => ofId),
      of(({ kind }) => kind),
      of(({ amount_cents }) => amount_cents),
      of(({ fee_cents }) => fee_cents),
      of(({ created_ms }) => dateOf(created_ms)),
      of((entry) => stateOf(entry, { rootId, accountId, parties })),
    ],
  )
}

/** An entry's initial state. Others may use the same account for other business, which isn't matched with ours. */
function stateOf(
  { kind, rootId, partyId }: BalanceEntry,
  {
    rootId: ownId,
    accountId,
    parties,
  }: Pick<GatewayAccount, 'rootId' | 'accountId'> & { parties: ReadonlySet<string> },
): string {
  switch (kind) {
    case 'payout':
    case 'fee':
      return 'matched'
    case 'charge':
      return rootId === ownId ? 'open' : 'other'
    case 'transfer':
      // What was taken back of a transfer names that transfer only.
      if (partyId === null && accountId === '') return 'open'
      return partyId !== null && parties.has(partyId) ? 'open' : 'other'
    case 'share':
      return partyId !== null && parties.has(partyId) ? 'open' : 'other'
    case 'other':
      return 'other'
    default:
      return rootId === null || rootId === ownId ? 'open' : 'other'
  }
}
