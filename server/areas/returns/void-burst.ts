import { dollarsFromE4 } from '#contract/core/money.ts'
import type { askToVoid, voidBurst } from '#contract/returns/bursts.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { queueTakeBack } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { creditBurst } from '#server/areas/leads/credit-burst.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { uuidOf } from '#server/platform/ids.ts'

type Which = 'usual' | 'apart'

interface Hold {
  heldAt: Date
  burstFrom: Date
}

interface Place extends Book {
  clientId: string
  campaignId: string
  which: Which
}

const tables = { usual: 'lead_hold', apart: 'apart_hold' } as const

/** A campaign's latest hold, released or not: visits can turn out to be forged after their leads were released. */
async function lockHold(tx: Tx, { agencyId, campaignId, which }: Place): Promise<Hold> {
  const { rows } = await tx.query<Hold>(
    `select held_at as "heldAt", coalesce(burst_from, held_at - interval '10 minutes') as "burstFrom"
       from ${tables[which]} where agency_id = $1 and campaign_id = $2 and held_at is not null for update`,
    [agencyId, campaignId],
  )
  if (!rows[0]) throw new Failure('conflict', { message: 'The leads of this campaign were never on hold.' })
  return rows[0]
}

function placeOf({ object }: SignedInCall, body: { campaignId: string; which: Which }): Place {
  const { rootId, agencyId, clientId } = object!
  return { rootId, agencyId: agencyId!, clientId: clientId!, campaignId: body.campaignId, which: body.which }
}

/** One void for each hold, whoever asks and however often. */
const voidIdOf = ({ agencyId, campaignId, which }: Place, { heldAt }: Hold): string =>
  uuidOf(['burst_void', agencyId, campaignId, which, heldAt.toISOString()])

async function addVoid(tx: Tx, call: SignedInCall, place: Place, hold: Hold): Promise<string> {
  const id = voidIdOf(place, hold)
  await tx.query(
    `insert into burst_void (agency_id, id, root_id, client_id, campaign_id, which, held_at, burst_from, asked_at, asked_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (agency_id, id) do nothing`,
    [
      place.agencyId,
      id,
      place.rootId,
      place.clientId,
      place.campaignId,
      place.which,
      hold.heldAt,
      hold.burstFrom,
      dateOf(call.platform.clock.now()),
      call.caller.userId,
    ],
  )
  return id
}

/** An agency reports a burst. It decides over nobody's money: the operator's share would go back with the client's price. */
export const handleAskToVoid: Handler<typeof askToVoid> = async ({ body }, call) => {
  const place = placeOf(call, body)
  const id = await call.inScope(async (tx) => {
    const voidId = await addVoid(tx, call, place, await lockHold(tx, place))
    await recordActivity(tx, call, {
      action: 'billing.burstReported',
      target: { kind: 'campaign', id: place.campaignId },
    })
    return voidId
  })
  return { result: 'success', message: 'The burst was reported.', data: { id } }
}

/**
 * Voids a burst in one transaction: every leg of its leads is credited, taxes too, and destinations that got the leads are
 * asked to forget them. The operator decides it, so its own share is bound by no cap.
 */
export const handleVoidBurst: Handler<typeof voidBurst> = async ({ body }, call) => {
  const place = placeOf(call, body)
  const credits = await call.inScope(async (tx) => {
    const hold = await lockHold(tx, place)
    const now_ms = call.platform.clock.now()
    const voidId = await addVoid(tx, call, place, hold)
    const burst = {
      voidId,
      operationId: call.operationId(),
      campaignId: place.campaignId,
      from: hold.burstFrom,
      isSuspiciousOnly: place.which === 'apart',
    }
    // Both legs go back here, and nowhere else.
    const credits = await creditBurst(tx, place, now_ms, burst, (leads) => findRefunded(tx, place.agencyId, leads))
    await creditTaxes(tx, place, now_ms, { changeId: voidId })
    await queueTakeBack(
      tx,
      call.platform,
      place,
      credits.map(({ leadId }) => leadId),
    )
    const retail_e4 = credits.reduce((sum, credit) => sum + credit.retail_e4, 0)
    const wholesale_e4 = credits.reduce((sum, credit) => sum + credit.wholesale_e4, 0)
    await tx.query(
      `update burst_void set credited_at = $3, credited_by = $4, leads = leads + $5, retail_e4 = retail_e4 + $6,
              wholesale_e4 = wholesale_e4 + $7
        where agency_id = $1 and id = $2`,
      [place.agencyId, voidId, dateOf(now_ms), call.caller.userId, credits.length, retail_e4, wholesale_e4],
    )
    await recordActivity(tx, call, {
      action: 'billing.burstVoided',
      place: { rootId: place.rootId, agencyId: place.agencyId, clientId: place.clientId },
      target: { kind: 'campaign', id: place.campaignId },
      to: { leads: credits.length },
    })
    return {
      leads: credits.length,
      retail_price: dollarsFromE4(retail_e4),
      wholesale_price: dollarsFromE4(wholesale_e4),
    }
  })
  return { result: 'success', message: 'The leads were voided and credited.', data: credits }
}
