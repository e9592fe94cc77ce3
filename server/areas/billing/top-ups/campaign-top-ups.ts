import type {
  estimateTopUpRefund,
  readCurrentTopUp,
  readRemainingLeads,
  refundTopUp,
  stopCampaignTopUp,
} from '#contract/billing/top-ups.ts'
import { centsFromE4, centsFromText, dollarsFromCents, e4FromCents } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { bookUses, findRefunded } from '#server/areas/prepaid/lots.ts'
import { drawFrom, leftOf } from '#server/areas/prepaid/draw.ts'
import { isRequired, lockBalances, readBalance, readLots, saveBalance, usable } from '#server/areas/prepaid/balances.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { readLastTopUp } from './open-top-up.ts'

interface Place {
  rootId: string
  agencyId: string
  clientId: string
}

/** The client and agency of a campaign, from the checked path. */
function placeOf({ object }: Pick<SignedInCall, 'object'>): Place {
  if (!object?.agencyId || !object.clientId) throw notFound()
  return { rootId: object.rootId, agencyId: object.agencyId, clientId: object.clientId }
}

export const handleReadCurrentTopUp: Handler<typeof readCurrentTopUp> = async ({ params: { id } }, call) => {
  const { agencyId } = placeOf(call)
  return call.inScope(async (tx) => {
    const balance = await readBalance(tx, agencyId, id)
    const last = await readLastTopUp(tx, agencyId, id)
    return {
      result: 'success' as const,
      message: '',
      data: {
        leadsbuy: balance?.leadsToBuy ?? 0,
        topupoptions: balance?.stopsContinual === false ? ('continual' as const) : ('onetime' as const),
        stop_continual: balance?.stopsContinual ?? true,
        current: last
          ? {
              id: last.id,
              amount: dollarsFromCents(last.amount_cents),
              status: last.status,
              cause: last.cause,
              created_at: last.createdAt.toISOString(),
            }
          : null,
        leads_stopped: balance !== null && isRequired(balance) && balance.emptiedAt !== null,
      },
    }
  })
}

interface Left {
  left_e4: number
  total_e4: number
  leads: number | null
}

async function readLeft(tx: Tx, agencyId: string, campaignId: string): Promise<Left> {
  const { rows } = await tx.query<{ left_e4: number; total_e4: number; price_e4: number }>(
    `select coalesce(sum(${usable('l')}), 0)::bigint as left_e4, coalesce(sum(l.amount_e4), 0)::bigint as total_e4,
            c.retail_price_e4 as price_e4
       from campaign c
       left join prepaid_lot l on l.agency_id = $1 and l.balance_id = c.id
      where c.agency_id = $1 and c.id = $2 group by c.retail_price_e4`,
    [agencyId, campaignId],
  )
  const { left_e4, total_e4, price_e4 } = rows[0]!
  return { left_e4, total_e4, leads: price_e4 === 0 ? null : Math.floor(left_e4 / price_e4) }
}

export const handleReadRemainingLeads: Handler<typeof readRemainingLeads> = async ({ params }, call) => {
  const { left_e4, total_e4, leads } = await call.inScope((tx) => readLeft(tx, placeOf(call).agencyId, params.id))
  // What can be refunded: whoever is shown an amount is offered its refund.
  const balance_amount = dollarsFromCents(refundable(left_e4))
  const total_amount = dollarsFromCents(centsFromE4(total_e4))
  return { result: 'success', message: '', data: { balance_amount, total_amount, remaining_leads: leads } }
}

/** R260. */
export const handleStopCampaignTopUp: Handler<typeof stopCampaignTopUp> = async ({ body }, call) => {
  const place = placeOf(call)
  const id = body.campaignId
  await call.inScope(async (tx) => {
    const [before] = await lockBalances(tx, place.agencyId, [id])
    if (!before) throw new Failure('conflict', { message: 'This campaign has no prepaid leads.' })
    const stopsContinual = body.stop_continual
    if (before.stopsContinual === stopsContinual) return
    await saveBalance(tx, place, call.platform.clock.now(), before, { stopsContinual })
    await recordActivity(tx, call, {
      action: 'billing.continualTopUpSet',
      target: { kind: 'campaign', id },
      campaignId: id,
      from: { stop_continual: before.stopsContinual },
      to: { stop_continual: body.stop_continual },
    })
  })
  return { result: 'success', message: 'Your settings have been saved.' }
}

/** In whole cents, rounded down: a fraction stays and is used for the next lead. */
const refundable = (left_e4: number): number => Math.floor(left_e4 / 100)

export const handleEstimateTopUpRefund: Handler<typeof estimateTopUpRefund> = async ({ query }, call) => {
  const { left_e4, leads } = await call.inScope((tx) => readLeft(tx, placeOf(call).agencyId, query.campaignId))
  const amount = dollarsFromCents(refundable(left_e4))
  return { result: 'success', message: '', data: { amount, remaining_leads: leads } }
}

/**
 * Returns unused money to the client's account, from its lots, once per operation even if requests race. Throws 422 for
 * more than is left, and `conflict` if nothing is left.
 */
export const handleRefundTopUp: Handler<typeof refundTopUp> = async ({ body }, call) => {
  const place = placeOf(call)
  const asked_cents = body.amount === undefined ? null : centsFromText(String(body.amount))
  if (asked_cents === 0) throw invalid('amount', 'Please enter a valid amount.')
  const cents = await call.inScope((tx) => refund(tx, call, place, body.campaignId, asked_cents))
  return {
    result: 'success',
    message: 'The refund has been credited to the client.',
    data: { amount: dollarsFromCents(cents) },
  }
}

async function refund(
  tx: Tx,
  call: SignedInCall,
  place: Place,
  campaignId: string,
  asked_cents: number | null,
): Promise<number> {
  const operationId = call.operationId()
  // One at a time under an id, whichever campaign it names: the second one sees the first.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('top-up refund ' || $1 || $2, 0))", [
    place.agencyId,
    operationId,
  ])
  const [balance] = await lockBalances(tx, place.agencyId, [campaignId])
  const nothing = new Failure('conflict', { message: 'There is nothing left to refund.' })
  if (!balance) throw nothing
  const idOf = (lotId: string): string => uuidOf(['refund', operationId, lotId])
  const lots = (await readLots(tx, place.agencyId, [campaignId])).get(campaignId)!
  const pastRefund = await findRefunded(tx, place.agencyId, idOf)
  if (pastRefund !== null) {
    if (
      pastRefund.balanceId !== campaignId ||
      (asked_cents !== null && e4FromCents(asked_cents) !== pastRefund.amount_e4)
    )
      throw invalid('operationId', 'This operation ID was already used for another refund.')
    return pastRefund.amount_e4 / 100
  }
  const left_cents = refundable(leftOf(lots))
  if (left_cents === 0) throw nothing
  const cents = asked_cents ?? left_cents
  if (cents > left_cents) throw invalid('amount', 'This is more than the remaining balance.')
  const now_ms = call.platform.clock.now()
  const to = { kind: 'client_receivable', clientId: place.clientId } as const
  await bookUses(
    tx,
    place,
    now_ms,
    drawFrom(lots, e4FromCents(cents)).map((draw) => ({
      ...draw,
      id: idOf(draw.lotId),
      balance,
      kind: 'refund',
      to,
      leads: 0,
    })),
  )
  await saveBalance(tx, place, now_ms, balance, { stopsContinual: true })
  await recordActivity(tx, call, {
    action: 'billing.topUpRefunded',
    target: { kind: 'campaign', id: campaignId },
    campaignId,
    to: { amount: dollarsFromCents(cents) },
  })
  return cents
}
