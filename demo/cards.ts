import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { GatewayCard } from '#server/providers/payments/gateway.ts'
import type { Till } from './payouts.ts'
import type { DemoCard } from './world-payments.ts'

/** A company that pays by card, and the connected account that holds the card; null for the operator's own. */
interface Payer {
  rootId: string
  agencyId: string
  clientId: string | null
  accountId: string | null
}

/** Stores a card as the payer would: the card number is sent to the sandbox only. */
export async function storeCard(platform: Platform, till: Till, of: Payer, given: DemoCard): Promise<GatewayCard> {
  const card = await requestCard(till, of, given)
  await inScope(platform.appPool, { kind: 'agency', ...of }, (tx) =>
    tx.query(
      `insert into payment_card (company_id, root_id, agency_id, client_id, gateway, customer_id, card_id, brand, last4,
         exp_month, exp_year, cardholder, address, city, zip, state_code, country_code, updated_at, account_id)
       values (coalesce($1::uuid, $3::uuid), $2, $3, $1, $4, $5, $6, $7, $8, $9, $10, $11, '8 Cedar Street', 'Chicago', '60601', 'IL', 'US', $12, $13)`,
      [
        of.clientId,
        of.rootId,
        of.agencyId,
        till.gateway.name,
        card.customerId,
        card.cardId,
        card.brand,
        card.last4,
        card.expMonth,
        card.expYear,
        given.cardholder,
        new Date(platform.clock.now()),
        of.accountId,
      ],
    ),
  )
  return card
}

async function requestCard({ gateway, sandbox }: Till, { accountId }: Payer, card: DemoCard): Promise<GatewayCard> {
  const answer = await fetch(`${sandbox.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer pk_sandbox' },
    body: JSON.stringify({ number: card.cardNumber, exp_month: 4, exp_year: 2031, cvc: '123' }),
  })
  const { id: token } = (await answer.json()) as { id: string }
  const { cardholder: name, email } = card
  const idempotencyKey = `demo ${token}`
  const outcome = await gateway.saveCard({ customerId: null, accountId, name, email, token, idempotencyKey })
  if (!outcome.saved) throw new Error(`the sandbox rejected the demo's card: ${outcome.refusal}`)
  return outcome.card
}
