import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import {
  startStripeStandIn,
  type StripeStandIn,
} from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { sandboxEnv, tokenOf } from './payments.ts'

/** A gateway as tests see it: what every one of them has to hold is the same. */
export interface GatewayStage {
  name: 'sandbox' | 'stripe'
  url: string
  /** The environment of a program that charges cards there; by another way where one is named. */
  env(through?: { url: string; host: string }): Record<string, string>
  tokenOf(number?: string): Promise<string>
  /** The money that was taken, in the gateway's own books. */
  taken(): { amount_cents: number }[]
  /** What a payer answers on their bank's page; nothing where the page is of no use any more. */
  answerBank(url: string, isConfirmed: boolean): Promise<void>
  /** What the gateway could not read of our requests. */
  refused(): readonly string[]
  stop(): Promise<void>
}

export const gatewayStages: Readonly<Record<GatewayStage['name'], (now: () => number) => Promise<GatewayStage>>> = {
  async sandbox(now) {
    const sandbox = await startSandbox({ now })
    return {
      name: 'sandbox',
      url: sandbox.url,
      env: ({ url, host } = sandbox) => ({ ...sandboxEnv(sandbox), SANDBOX_PAYMENTS_URL: url, OUTGOING_ALLOW: host }),
      tokenOf: (number) => tokenOf(sandbox, number),
      taken: () =>
        sandbox
          .charges()
          .filter(({ status }) => status === 'succeeded')
          .map(({ amount }) => ({ amount_cents: amount })),
      async answerBank(url, isConfirmed) {
        const link = new URL(url).searchParams.get('link') ?? ''
        const answer = isConfirmed ? 'confirmed' : 'refused'
        await fetch(`${sandbox.url}/confirm`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ link, answer }),
        })
      },
      refused: () => [],
      stop: () => sandbox.stop(),
    }
  },
  async stripe(now) {
    const stripe = await startStripeStandIn({ now })
    return {
      name: 'stripe',
      url: stripe.url,
      env: ({ url, host } = stripe) => ({ ...stripeEnv(stripe), STRIPE_BASE_URL: url, OUTGOING_ALLOW: host }),
      tokenOf: (number) => stripeTokenOf(stripe, { number }),
      taken: () =>
        stripe
          .objects('payment_intent')
          .filter(({ status }) => status === 'succeeded')
          .map(({ amount }) => ({ amount_cents: Number(amount) })),
      answerBank(url, isConfirmed) {
        stripe.answerBank(url.split('/').at(-1)!, '', isConfirmed)
        return Promise.resolve()
      },
      refused: () => stripe.refused,
      stop: () => stripe.stop(),
    }
  },
}

export const stripeEnv = (stripe: StripeStandIn): Record<string, string> => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_BASE_URL: stripe.url,
  OUTGOING_ALLOW: stripe.host,
})

/** A token, as Stripe's own fields make it of a number, for the account that is to hold the card. */
export async function stripeTokenOf(
  stripe: StripeStandIn,
  { number = '4242424242424242', account }: { number?: string | undefined; account?: string } = {},
): Promise<string> {
  const answer = await fetch(`${stripe.url}/v1/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stripe.publishableKey}`,
      ...(account === undefined ? {} : { 'stripe-account': account }),
    },
    body: new URLSearchParams({
      'card[number]': number,
      'card[exp_month]': '4',
      'card[exp_year]': '2031',
      'card[cvc]': '123',
    }),
  })
  return ((await answer.json()) as { id: string }).id
}
