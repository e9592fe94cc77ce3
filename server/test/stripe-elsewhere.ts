import { createClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { stripeClient } from '#server/providers/payments/stripe/stripe-client.ts'

/** How to reach a server that speaks Stripe's protocol. */
export interface StripeKeys {
  url: string
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** The server at STRIPE_BASE_URL for a test run, with its keys. Null if unset: each stage then starts its stand-in. */
export function stripeElsewhere(env = process.env): StripeKeys | null {
  if (!env['STRIPE_BASE_URL']) return null
  const keys = {
    secretKey: env['STRIPE_SECRET_KEY'],
    publishableKey: env['STRIPE_PUBLISHABLE_KEY'],
    webhookSecret: env['STRIPE_WEBHOOK_SECRET'],
  }
  const { secretKey, publishableKey, webhookSecret } = keys
  if (!secretKey || !publishableKey || !webhookSecret)
    throw new Error('STRIPE_BASE_URL needs STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET')
  // Charges are made there: never use keys that move real money.
  if (!/^(sk|rk)_test_/.test(secretKey)) throw new Error('STRIPE_SECRET_KEY must be a test-mode key')
  const { origin, host } = new URL(env['STRIPE_BASE_URL'])
  return { url: origin, host, secretKey, publishableKey, webhookSecret }
}

/** When a stage begins. Another server's clock cannot be moved, and it is asked for payments since then. */
export const startOfStage = (usual_ms: number): number => (stripeElsewhere() ? createClock().now() : usual_ms)

/** Lists the payments that a server took from now on, page by page, as Stripe reports them. */
export async function watchTaken(env: Record<string, string>): Promise<() => Promise<{ amount_cents: number }[]>> {
  const stripe = await stripeClient(readConfig({ NODE_ENV: 'test', ...env }))
  const since = { gte: Math.floor(createClock().now() / 1000) }
  const readAmounts = async (): Promise<Map<string, number>> => {
    const amounts = new Map<string, number>()
    for await (const { id, status, amount } of stripe.paymentIntents.list({ created: since, limit: 100 }))
      if (status === 'succeeded') amounts.set(id, amount)
    return amounts
  }
  const before = await readAmounts()
  return async () =>
    [...(await readAmounts())].filter(([id]) => !before.has(id)).map(([, amount_cents]) => ({ amount_cents }))
}
