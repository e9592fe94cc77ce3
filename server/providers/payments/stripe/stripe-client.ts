import type Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { guardedFetch } from '#server/platform/guarded-fetch.ts'

/** The version that the SDK was built for and that accounts' events use; changing it needs another decision. */
const apiVersion = '2026-10-28.endive'

/** Longer than Stripe takes for a card whose bank must respond. */
const usualTimeout_ms = 30_000

/** Calls go out like all others: to a checked address, without redirects, with a timeout. */
const fetchThrough =
  (config: Config, timeout_ms: number) =>
  async (url: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await guardedFetch(config, {
      url: String(url),
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // The SDK passes every body as text.
      ...(init.method === 'POST' ? { body: (init.body as string | null) ?? '' } : {}),
      timeout_ms,
      maxBytes: 8 * 1024 * 1024,
    })
    // The SDK takes any response without an error of its own for the object, even a proxy's bad gateway page.
    if (answer.status >= 400 && !/"error"\s*:/.test(answer.body.toString()))
      throw new Error(`responded with ${answer.status} without a Stripe error`)
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined || name === 'content-encoding' ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers,
    })
  }

const clients = new WeakMap<Config, Promise<Stripe>>()

/** The part of a page's policy that allows Stripe's own form. */
export const scriptOf = (config: Config): string =>
  new URL('/v3/', config.STRIPE_BASE_URL ?? 'https://js.stripe.com').href

/** The SDK, loaded on first use: it is large, and most starts do not use it. A configuration keeps its first timeout. */
export function stripeClient(config: Config, timeout_ms = usualTimeout_ms): Promise<Stripe> {
  const client = clients.get(config)
  if (client) return client
  const newClient = import('stripe').then(({ default: Sdk }) => {
    const base = config.STRIPE_BASE_URL === undefined ? null : new URL(config.STRIPE_BASE_URL)
    return new Sdk(config.STRIPE_SECRET_KEY!, {
      apiVersion,
      // One request for each of ours: the attempts' rows decide what is retried, and when.
      maxNetworkRetries: 0,
      timeout: timeout_ms,
      telemetry: false,
      httpClient: Sdk.createFetchHttpClient(
        fetchThrough(config, timeout_ms) as Parameters<typeof Sdk.createFetchHttpClient>[0],
      ),
      ...(base
        ? {
            host: base.hostname,
            port: base.port === '' ? undefined : Number(base.port),
            protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
          }
        : {}),
    })
  })
  clients.set(config, newClient)
  return newClient
}

/** Calls the API and converts its errors to those of gateways. */
export type Ask = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Maximum age of an event's signature; the SDK takes the time of arrival in milliseconds. */
const tolerance_s = 300

/** Whether an event was signed recently with one of the secrets; events of both versions are signed alike. */
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
      // Signed with another secret, or by somebody else.
      return false
    }
  })
}

/** Calls on behalf of a connected account; null for the operator's own. */
export const onAccount = (accountId: string | null): { stripeAccount?: string } =>
  accountId === null ? {} : { stripeAccount: accountId }
