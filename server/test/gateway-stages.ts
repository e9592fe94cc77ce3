import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { startStripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { sandboxEnv, tokenOf } from './payments.ts'
import { stripeElsewhere, watchTaken, type StripeKeys } from './stripe-elsewhere.ts'

/** A gateway as tests see it: all gateways must behave the same. */
export interface GatewayStage {
  name: 'sandbox' | 'stripe'
  url: string
  /** The environment of a program that charges cards there, through a proxy if one is given. */
  env(through?: { url: string; host: string }): Record<string, string>
  tokenOf(number?: string): Promise<string>
  /** Payments since the stage was created, from the gateway's own records. */
  taken(): Promise<{ amount_cents: number }[]>
  /** The payer's answer on their bank's page. Does nothing if the page is no longer valid. */
  answerBank(url: string, isConfirmed: boolean): Promise<void>
  /** Our requests that the gateway could not parse. */
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
      taken: async () =>
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
    const elsewhere = stripeElsewhere()
    if (elsewhere) return makeStageElsewhere(elsewhere)
    const stripe = await startStripeStandIn({ now })
    return {
      name: 'stripe',
      url: stripe.url,
      env: ({ url, host } = stripe) => ({ ...stripeEnv(stripe), STRIPE_BASE_URL: url, OUTGOING_ALLOW: host }),
      tokenOf: (number) => stripeTokenOf(stripe, { number }),
      taken: async () =>
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

/**
 * Gateways whose clock and payer's bank a test can control: the stand-ins that it starts itself. A server at
 * STRIPE_BASE_URL is not one, so tests that need this are skipped for it, and the run says so.
 */
export const movableStages: readonly GatewayStage['name'][] = stripeElsewhere() ? ['sandbox'] : ['sandbox', 'stripe']
if (stripeElsewhere())
  process.stdout.write('STRIPE_BASE_URL: what moves the clock or answers for the bank is left out there.\n')

async function makeStageElsewhere(stripe: StripeKeys): Promise<GatewayStage> {
  const env: GatewayStage['env'] = ({ url, host } = stripe) => ({
    ...stripeEnv(stripe),
    STRIPE_BASE_URL: url,
    OUTGOING_ALLOW: host,
  })
  return {
    name: 'stripe',
    url: stripe.url,
    env,
    tokenOf: (number) => stripeTokenOf(stripe, { number }),
    taken: await watchTaken(env()),
    answerBank: () => Promise.reject(new Error('The bank of another server cannot be simulated.')),
    // Unknown here; a request that it rejects would show as a missing charge.
    refused: () => [],
    stop: () => Promise.resolve(),
  }
}

export const stripeEnv = (stripe: StripeKeys): Record<string, string> => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_BASE_URL: stripe.url,
  OUTGOING_ALLOW: stripe.host,
})

/** A card token as Stripe's own form creates it, for the account that will store the card. */
export async function stripeTokenOf(
  stripe: Pick<StripeKeys, 'url' | 'publishableKey'>,
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
