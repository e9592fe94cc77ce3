import {
  bookPayout,
  failPayout,
  lockPayout,
  recordPayoutQuery,
  openPayout,
  type PayoutRow,
} from '#server/areas/commissions/payouts/payouts.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { GatewayRefused, GatewayUnreachable, type CardGateway } from '#server/providers/payments/gateway.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'

/** Longer than the gateway's timeout. */
const patience_ms = 45_000
/** A refused payout is retried a day later: by then the balance may suffice, or the account may be fixed. */
const afterRefusal_ms = 86_400_000
const pageSize = 200

interface Payee {
  userId: string
  gateway: string
  account_id: string
}

/**
 * Pays sales staff their commissions into their connected accounts. Each payout is committed with its shares before it
 * is sent, so a run may stop anywhere. People without an account stay owed, and one failure doesn't block others.
 */
export const payCommissionsJob: Job = {
  name: 'pay-commissions',
  everyMinutes: 10,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    for (const { root_id: rootId } of rows) {
      const waiting = await findWaiting(platform, rootId)
      await settleEach(platform, 'a payout could not be looked up', waiting, ({ id }) =>
        sendPayout(platform, rootId, id),
      )
      const payees = await findPayees(platform, rootId)
      await settleEach(platform, 'a payout could not be made', payees, (payee) => pay(platform, rootId, payee))
    }
  },
}

async function pay(platform: Platform, rootId: string, { userId, gateway, account_id }: Payee): Promise<void> {
  if (!gatewayNamed(platform.config, gateway)) return
  const payout = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    openPayout(tx, platform.clock.now(), machineTime(platform.clock), {
      user_id: userId,
      gateway,
      account_id,
      id: newId(machineTime(platform.clock)),
      root_id: rootId,
    }),
  )
  if (payout) await sendPayout(platform, rootId, payout.id)
}

const inRoot = { readOnly: true }

/** Payouts whose outcome is unknown. */
async function findWaiting({ appPool, clock }: Platform, rootId: string): Promise<{ id: string }[]> {
  const { rows } = await inScope(
    appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<{ id: string }>(
        `select id from commission_payout where root_id = $1 and state = 'sent' and asked_at <= $2
          order by asked_at, id limit $3`,
        [rootId, dateOf(machineTime(clock) - patience_ms), pageSize],
      ),
    inRoot,
  )
  return rows
}

/**
 * People with a working account and unpaid commissions, and without a payout in flight or refused in the last day. What somebody took
 * back at the gateway is not sent again on its own: nobody is paid there until the operator has recorded a payment by hand (decision 186).
 */
async function findPayees({ appPool, clock }: Platform, rootId: string): Promise<Payee[]> {
  const { rows } = await inScope(
    appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<Payee>(
        `select a.owner_id as "userId", a.gateway, a.account_id
           from connected_account a
           join app_user u on u.id = a.owner_id and u.account_connected = 'completed'
          where a.root_id = $1 and a.owner_kind = 'sales'
            and exists (select from commission c where c.root_id = $1 and c.user_id = a.owner_id and c.amount_e4 <> c.paid_e4)
            and not exists (select from commission_payout p where p.root_id = $1 and p.user_id = a.owner_id
              and (p.state = 'sent' or p.state = 'failed' and p.ended_at > $2
                or p.reversed_at is not null and not exists (select from commission_payout later
                     where later.root_id = $1 and later.user_id = a.owner_id and later.gateway is null
                       and later.created_at >= p.reversed_at)))
          order by a.owner_id`,
        [rootId, dateOf(clock.now() - afterRefusal_ms)],
      ),
    inRoot,
  )
  return rows
}

type PayoutOutcome = { state: 'paid'; gatewayId: string } | { state: 'failed'; code: string } | { state: 'silent' }

/** Sends a committed payout and stores the outcome once. Repeatable: the payout's id is the idempotency key. */
async function sendPayout(platform: Platform, rootId: string, id: string): Promise<void> {
  const scope = { kind: 'root', rootId } as const
  const payout = await inScope(platform.appPool, scope, async (tx) => {
    const payout = await lockPayout(tx, rootId, id)
    if (payout?.state !== 'sent') return null
    await recordPayoutQuery(tx, machineTime(platform.clock), payout)
    return payout
  })
  const gateway = payout?.gateway ? gatewayNamed(platform.config, payout.gateway) : null
  if (!payout || !gateway) return
  const outcome = await transferOrLookUp(gateway, payout)
  if (outcome.state === 'silent') return
  await inScope(platform.appPool, scope, async (tx) => {
    const now = await lockPayout(tx, rootId, id)
    if (now?.state !== 'sent') return
    if (outcome.state === 'paid') await bookPayout(tx, platform.clock.now(), now, outcome.gatewayId)
    else await failPayout(tx, platform.clock.now(), now, outcome.code)
  })
}

/** Looks the transfer up first, since gateways forget keys after a day. A failed lookup leaves the outcome unknown. */
async function transferOrLookUp(
  gateway: CardGateway,
  { id, account_id, amount_cents }: PayoutRow,
): Promise<PayoutOutcome> {
  const request = { transferId: id, accountId: account_id ?? '', amount_cents }
  try {
    const transfer = await gateway.findTransfer(request)
    if (transfer) return { state: 'paid', ...transfer }
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable || thrown instanceof GatewayRefused) return { state: 'silent' }
    throw thrown
  }
  try {
    return { state: 'paid', ...(await gateway.transfer(request)) }
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) return { state: 'silent' }
    if (thrown instanceof GatewayRefused) return { state: 'failed', code: thrown.code }
    throw thrown
  }
}
