import type Stripe from 'stripe'
import type { CardGateway, HeldCard } from '../gateway.ts'
import { brandOf, cardErrorOf, isMissing, refusalOf } from './stripe-answers.ts'
import { onAccount } from './stripe-client.ts'

type SaveCard = Parameters<CardGateway['saveCard']>[0]

/** A token becomes a card of a customer that may be charged while nobody is there: stored and verified in one step. */
export async function saveCard(stripe: Stripe, wish: SaveCard): ReturnType<CardGateway['saveCard']> {
  const { idempotencyKey: key, name, email, token } = wish
  const on = onAccount(wish.accountId)
  try {
    const customer =
      wish.customerId ??
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
    // A bank that wants to see its customer first: nobody could be asked when the card is charged later.
    if (setup.status !== 'succeeded') return { saved: false, refusal: 'declined' }
    const { brand = '', last4 = '0000', exp_month = 1, exp_year = 2000 } = method.card ?? {}
    const card = { brand: brandOf(brand), last4: last4 ?? '0000', expMonth: exp_month, expYear: exp_year }
    return { saved: true, card: { customerId: customer, cardId: method.id, ...card } }
  } catch (thrown) {
    // Deleted there: for as long as the payer is known by it, no card of theirs could be stored.
    if (wish.customerId !== null && isMissing(thrown) && (thrown as { param?: string }).param === 'customer')
      return saveCard(stripe, { ...wish, customerId: null })
    const error = cardErrorOf(thrown) ?? (isMissing(thrown) ? { code: 'resource_missing' } : null)
    const isSpent = (thrown as { code?: string }).code === 'token_already_used'
    if (!error && !isSpent) throw thrown
    return { saved: false, refusal: isSpent ? 'spent' : refusalOf(error?.code) }
  }
}

/** One that belongs to nobody any more is fine. Stripe refuses to let it go again, and has no code for it: so it is looked at. */
export async function removeCard(stripe: Stripe, { cardId, accountId }: HeldCard): Promise<void> {
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
