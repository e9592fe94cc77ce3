import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { startStripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { sandboxEnv, tokenOf } from './payments.ts'
import { stripeElsewhere, watchTaken, type StripeKeys } from './stripe-elsewhere.ts'

/** A gateway as tests see it: what every one of them has to hold is the same. */
export interface GatewayStage {
  name: 'sandbox' | 'stripe'
  url: string
  /** The environment of a program that charges cards there; by another way where one is named. */
  env(through?: { url: string; host: string }): Record<string, string>
  tokenOf(number?: string): Promise<string>
  /** The money that was taken since the stage was made, in the gateway's own books. */
  taken(): Promise<{ amount_cents: number }[]>
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
 * Gateways whose clock and whose payer's bank a test can move: the stand-ins that it starts itself. A server that STRIPE_BASE_URL names is
 * none of them, so what needs it is left out of such a run, which says so.
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
    answerBank: () => Promise.reject(new Error('The bank of another server is not ours to answer for.')),
    // It answers what it cannot read as it does: such a charge would be missing.
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

/** A token, as Stripe's own fields make it of a number, for the account that is to hold the card. */
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
