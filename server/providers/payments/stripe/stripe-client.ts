import type Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { guardedFetch } from '#server/platform/guarded-fetch.ts'

/** What the SDK was made for and what accounts' events are told in; another version is another decision. */
const apiVersion = '2026-10-28.endive'

/** Longer than Stripe takes for a card that asks its bank. */
const timeout_ms = 30_000

/** Outgoing calls leave the way all others do: to a checked address, without redirects, within a time. */
const fetchThrough =
  (config: Config) =>
  async (url: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await guardedFetch(config, {
      url: String(url),
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // The SDK gives every body as text.
      ...(init.method === 'POST' ? { body: (init.body as string | null) ?? '' } : {}),
      timeout_ms,
      maxBytes: 8 * 1024 * 1024,
    })
    // The SDK takes whatever is no error of its own for the object that was asked for, a bad gateway's page in between too.
    if (answer.status >= 400 && !/"error"\s*:/.test(answer.body.toString()))
      throw new Error(`answered ${answer.status} without an error of Stripe's`)
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined || name === 'content-encoding' ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers,
    })
  }

const clients = new WeakMap<Config, Promise<Stripe>>()

/** What of a page's policy lets Stripe's own form in. */
export const scriptOf = (config: Config): string =>
  new URL('/v3/', config.STRIPE_BASE_URL ?? 'https://js.stripe.com').href

/** The SDK, loaded when it is first needed: it is large, and most starts use none of it. */
export function stripeClient(config: Config): Promise<Stripe> {
  const known = clients.get(config)
  if (known) return known
  const made = import('stripe').then(({ default: Sdk }) => {
    const base = config.STRIPE_BASE_URL === undefined ? null : new URL(config.STRIPE_BASE_URL)
    return new Sdk(config.STRIPE_SECRET_KEY!, {
      apiVersion,
      // One request for each of ours: what is asked again, and when, is decided by the rows of the attempts.
      maxNetworkRetries: 0,
      timeout: timeout_ms,
      telemetry: false,
      httpClient: Sdk.createFetchHttpClient(fetchThrough(config) as typeof fetch),
      ...(base
        ? {
            host: base.hostname,
            port: base.port === '' ? undefined : Number(base.port),
            protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
          }
        : {}),
    })
  })
  clients.set(config, made)
  return made
}

/** Asks the interface, and tells what went wrong in the words of gateways. */
export type Ask = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>

/** How long ago an event may have been signed; the SDK takes the moment it came in milliseconds. */
const tolerance_s = 300

/** Whether an event's bytes were signed a moment ago with one of the secrets; events of both versions are signed alike. */
export async function isSigned(
  config: Config,
  bytes: Buffer,
  { signature, now_ms }: { signature: string; now_ms: number },
): Promise<boolean> {
  const { webhooks } = await stripeClient(config)
  return config.STRIPE_WEBHOOK_SECRET!.split(',').some((secret) => {
    try {
      return webhooks.signature!.verifyHeader(bytes, signature, secret, tolerance_s, undefined, now_ms)
    } catch {
      // Signed with another one, or by somebody else.
      return false
    }
  })
}

/** Asks in the name of a connected account; null for the operator's own. */
export const onAccount = (accountId: string | null): { stripeAccount?: string } =>
  accountId === null ? {} : { stripeAccount: accountId }
