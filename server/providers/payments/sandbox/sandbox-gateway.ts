import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'
import { guardedFetch, OutgoingFailed } from '#server/platform/guarded-fetch.ts'
import { GatewayUnreachable, type CardGateway, type CardRefusal } from '../gateway.ts'

const stored = z.object({
  customer: z.string(),
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
})
const refused = z.object({ error: z.object({ code: z.string() }) })

const refusals: Readonly<Record<string, CardRefusal>> = {
  expired_card: 'expired',
  incorrect_cvc: 'wrong',
  token_already_used: 'spent',
  resource_missing: 'spent',
}

/** The gateway that the configuration names, or null: then nothing is charged to cards here. */
export function sandboxGateway(config: Config): CardGateway | null {
  const { SANDBOX_PAYMENTS_URL: url, SANDBOX_PAYMENTS_FORM_URL: formUrl, SANDBOX_PAYMENTS_KEY: key } = config
  if (!url || !formUrl || !key) return null
  const post = async (
    path: string,
    body: object,
    idempotencyKey: string,
  ): Promise<{ status: number; body: unknown }> => {
    try {
      const answer = await guardedFetch(config, {
        url: new URL(path, url).href,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      })
      if (answer.status >= 500 || answer.status === 401) throw new GatewayUnreachable(`answered ${answer.status}`)
      return { status: answer.status, body: JSON.parse(answer.body.toString()) as unknown }
    } catch (thrown) {
      if (thrown instanceof OutgoingFailed || thrown instanceof SyntaxError)
        throw new GatewayUnreachable(thrown.message)
      throw thrown
    }
  }
  return {
    name: 'sandbox',
    formUrl,
    async saveCard({ customerId, name, email, token, idempotencyKey }) {
      const answer = await post('/v1/cards', { customer: customerId, name, email, token }, idempotencyKey)
      if (answer.status >= 400) {
        const { code } = refused.parse(answer.body).error
        return { saved: false, refusal: refusals[code] ?? 'declined' }
      }
      const card = stored.parse(answer.body)
      return {
        saved: true,
        card: {
          customerId: card.customer,
          cardId: card.id,
          brand: card.brand,
          last4: card.last4,
          expMonth: card.exp_month,
          expYear: card.exp_year,
        },
      }
    },
    async removeCard(customerId, cardId) {
      await post('/v1/cards/remove', { customer: customerId, id: cardId }, `remove ${cardId}`)
    },
  }
}
