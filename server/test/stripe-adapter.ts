import { newId } from '#server/platform/ids.ts'
import type { CardGateway, ChargeRequest, CardReference } from '#server/providers/payments/gateway.ts'

export const stripeNumbers = {
  good: '4242424242424242',
  declinedLater: '4000000000000341',
  asksPayer: '4000002500003155',
} as const

/** Stores a card at a gateway by a token, as the payer `Acme`. */
export const saveAt = (gateway: CardGateway, token: string, accountId: string | null = null) =>
  gateway.saveCard({
    customerId: null,
    accountId,
    name: 'Acme',
    email: 'pay@acme.test',
    token,
    idempotencyKey: `card ${token}`,
  })

/** The same for a card that is accepted. */
export async function storeCardAt(
  gateway: CardGateway,
  token: string,
  accountId: string | null = null,
): Promise<CardReference> {
  const outcome = await saveAt(gateway, token, accountId)
  if (!outcome.saved) throw new Error(outcome.refusal)
  return { customerId: outcome.card.customerId, cardId: outcome.card.cardId, accountId }
}

/** A request for $12.50 at this time, for an arbitrary payer. */
export const chargeRequestAt = (
  now_ms: number,
  card: CardReference,
  more: Partial<ChargeRequest> = {},
): ChargeRequest => ({
  attemptId: newId(now_ms),
  place: { rootId: newId(now_ms), agencyId: newId(now_ms), chargeId: newId(now_ms) },
  amount_cents: 1_250,
  accountId: null,
  fee_cents: 0,
  card,
  sent_ms: now_ms,
  ...more,
})
