import { createHmac } from 'node:crypto'
import { newToken } from '#server/platform/ids.ts'
import type { StripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import type { TestApp } from './app.ts'

type Happened = StripeStandIn['happened'][number]

/** An event as Stripe serializes it; version 2 events contain no data about their subject. */
export const eventOf = (event: Happened, id = `evt_${newToken()}`): string =>
  event.type.startsWith('v2.') ? thinEventOf(event, id) : snapshotOf(event, id)

const thinEventOf = ({ type, object }: Happened, id: string): string =>
  JSON.stringify({
    id,
    object: 'v2.core.event',
    context: null,
    created: object['created'],
    livemode: false,
    reason: null,
    related_object: { id: object.id, type: object.object, url: `/v2/core/accounts/${object.id}` },
    type,
  })

const snapshotOf = ({ type, object, account }: Happened, id: string): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: object['created'],
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    ...(account === '' ? {} : { account }),
  })

export const signatureOf = (secret: string, body: string, at_ms: number): string => {
  const at_s = Math.floor(at_ms / 1000)
  return `t=${at_s},v1=${createHmac('sha256', secret).update(`${at_s}.${body}`).digest('hex')}`
}

/** Sends an event as Stripe does. Returns the status. */
export const sendEvent = async (http: TestApp, body: string, signature: string | null): Promise<number> =>
  (
    await http.app.inject({
      method: 'POST',
      url: '/hooks/payments/stripe',
      headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
      body,
    })
  ).statusCode
