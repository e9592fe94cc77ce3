import type Stripe from 'stripe'
import type { CardGateway, CardReference } from '../gateway.ts'
import { brandOf, cardErrorOf, isMissing, refusalOf } from './stripe-answers.ts'
import { onAccount } from './stripe-client.ts'

type SaveCard = Parameters<CardGateway['saveCard']>[0]

/** Turns a token into a customer's card that can be charged off-session: stored and verified in one step. */
export async function saveCard(stripe: Stripe, request: SaveCard): ReturnType<CardGateway['saveCard']> {
  const { idempotencyKey: key, name, email, token } = request
  const on = onAccount(request.accountId)
  try {
    const customer =
      request.customerId ??
      (await stripe.customers.create({ name, email }, { idempotencyKey: `${key} customer`, ...on })).id
    const method = await stripe.paymentMethods.create(
      { type: 'card', card: { token } },
      { idempotencyKey: `${key} method`, ...on },
    )
    const setup = await stripe.setupIntents.create(
      {
        customer,
        payment_method: method.id,
        confirm: true,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      { idempotencyKey: `${key} setup ${customer}`, ...on },
    )
    // The bank requires the customer's presence, which a later charge could not offer.
    if (setup.status !== 'succeeded') return { saved: false, refusal: 'declined' }
    const { brand = '', last4 = '0000', exp_month = 1, exp_year = 2000 } = method.card ?? {}
    const card = { brand: brandOf(brand), last4: last4 ?? '0000', expMonth: exp_month, expYear: exp_year }
    return { saved: true, card: { customerId: customer, cardId: method.id, ...card } }
  } catch (thrown) {
    // Deleted at Stripe: with this customer id, no card could ever be stored again.
    if (request.customerId !== null && isMissing(thrown) && (thrown as { param?: string }).param === 'customer')
      return saveCard(stripe, { ...request, customerId: null })
    const error = cardErrorOf(thrown) ?? (isMissing(thrown) ? { code: 'resource_missing' } : null)
    const isSpent = (thrown as { code?: string }).code === 'token_already_used'
    if (!error && !isSpent) throw thrown
    return { saved: false, refusal: isSpent ? 'spent' : refusalOf(error?.code) }
  }
}

/** An already detached card is fine. Stripe refuses to detach it again without an error code, so it is read instead. */
export async function removeCard(stripe: Stripe, { cardId, accountId }: CardReference): Promise<void> {
  const on = onAccount(accountId)
  try {
    await stripe.paymentMethods.detach(cardId, {}, on)
  } catch (thrown) {
    if (isMissing(thrown)) return
    if ((thrown as { type?: string }).type !== 'StripeInvalidRequestError') throw thrown
    const { customer } = await stripe.paymentMethods.retrieve(cardId, {}, on)
    if (customer !== null) throw thrown
  }
}
