import { z } from 'zod'
import type { Config } from '#server/platform/config.ts'
import { newToken } from '#server/platform/ids.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { guardedFetch, OutgoingFailed } from '#server/platform/guarded-fetch.ts'
import {
  GatewayRefused,
  GatewayUnreachable,
  type AccountStatus,
  type CardGateway,
  type CardRefusal,
  type ChargeOutcome,
  type ChargeRequest,
  type EntriesPage,
  type GatewayEvent,
} from '../gateway.ts'

const storedCard = z.object({
  customer: z.string(),
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
})
const errorAnswer = z.object({
  error: z.object({ code: z.string(), decline_code: z.string().optional(), charge: z.string().optional() }),
})
const chargeAnswer = z.object({
  id: z.string(),
  status: z.enum(['succeeded', 'declined', 'asks_payer']),
  decline: z.string().nullable(),
})
const refundAnswer = z.object({ id: z.string() })
const transferAnswer = z.object({ id: z.string() })
const eventAnswer = z.object({
  id: z.string(),
  type: z.string(),
  dispute: z.string().optional(),
  payout: z.string().optional(),
  account: z.string().nullable(),
})
const paidOut = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.enum(['in_transit', 'paid', 'failed']),
  cause: z.string().nullable(),
  last4: z.string(),
  made_ms: z.int(),
  arrives_ms: z.int(),
})
const disputeAnswer = z.object({
  id: z.string(),
  attempt: z.string(),
  amount: z.int(),
  reason: z.string(),
  status: z.enum(['needs_response', 'under_review', 'won', 'lost']),
  opened_ms: z.int(),
  due_ms: z.int(),
  withdrawn: z.int(),
  fee: z.int(),
  text: z.string(),
  place: z.object({ root: z.string(), agency: z.string(), charge: z.string() }).optional(),
})
const entryAnswer = z.object({
  id: z.string(),
  kind: z.enum(['charge', 'refund', 'dispute', 'share', 'share_refund', 'transfer', 'payout']),
  source: z.string(),
  of: z.string(),
  root: z.string().nullable(),
  party: z.string().nullable(),
  amount: z.int(),
  created_ms: z.int(),
})
const account = z.object({ id: z.string(), state: z.enum(['pending', 'inverification', 'completed']) })

const refusals: Readonly<Record<string, CardRefusal>> = {
  expired_card: 'expired',
  incorrect_cvc: 'wrong',
  token_already_used: 'spent',
  resource_missing: 'spent',
}

interface Answer {
  status: number
  body: unknown
}

const missing: Readonly<Record<string, string[]>> = { pending: ['company', 'external_account'], inverification: [] }

const standingOf = (body: unknown): AccountStatus => {
  const { id, state } = account.parse(body)
  const isOn = state === 'completed'
  const requirements = missing[state] ?? []
  return { accountId: id, version: 'v1', state, chargesEnabled: isOn, payoutsEnabled: isOn, requirements }
}

const codeOf = (answer: Answer): string => errorAnswer.parse(answer.body).error.code

function outcomeOf(answer: Answer): ChargeOutcome {
  if (answer.status === 200) {
    const { id, status, decline } = chargeAnswer.parse(answer.body)
    return status !== 'declined'
      ? { state: status, gatewayId: id }
      : { state: 'declined', gatewayId: id, code: decline ?? 'generic_decline' }
  }
  const { code, decline_code, charge } = errorAnswer.parse(answer.body).error
  if (answer.status !== 402) throw new GatewayRefused(code)
  return { state: 'declined', gatewayId: charge ?? null, code: decline_code ?? code }
}

interface Access {
  url: string
  key: string
  config: Config
}

/** One call; 401, 429, and 500 or higher say nothing about its outcome. */
async function ask(
  { url, key, config }: Access,
  path: string,
  send?: { body: object; idempotencyKey: string },
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}` }
  try {
    const answer = await guardedFetch(config, {
      url: new URL(path, url).href,
      ...(send
        ? {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': send.idempotencyKey },
            body: JSON.stringify(send.body),
          }
        : { headers }),
    })
    if (answer.status >= 500 || answer.status === 401 || answer.status === 429)
      throw new GatewayUnreachable(`responded with ${answer.status}`)
    return { status: answer.status, body: JSON.parse(answer.body.toString()) as unknown }
  } catch (thrown) {
    if (thrown instanceof OutgoingFailed || thrown instanceof SyntaxError) throw new GatewayUnreachable(thrown.message)
    throw thrown
  }
}

/** Refunds and their outcome. */
const refundsAt = (access: Access): Pick<CardGateway, 'refund' | 'findRefund'> => ({
  async refund({ refundId, charge: of, amount_cents }) {
    const body = { refund: refundId, attempt: of.attemptId, amount: amount_cents }
    const answer = await ask(access, '/v1/refunds', { body, idempotencyKey: refundId })
    if (answer.status >= 400) throw new GatewayRefused(codeOf(answer))
    return { state: 'succeeded', gatewayId: refundAnswer.parse(answer.body).id }
  },
  async findRefund({ refundId }) {
    const answer = await ask(access, `/v1/refunds?refund=${refundId}`)
    return answer.status === 404 ? null : { state: 'succeeded', gatewayId: refundAnswer.parse(answer.body).id }
  },
})

/** Transfers to connected accounts. */
const transfersAt = (access: Access): Pick<CardGateway, 'transfer' | 'findTransfer'> => ({
  async transfer({ transferId, accountId, amount_cents }) {
    const body = { transfer: transferId, account: accountId, amount: amount_cents }
    const answer = await ask(access, '/v1/transfers', { body, idempotencyKey: transferId })
    if (answer.status >= 400) throw new GatewayRefused(codeOf(answer))
    return { gatewayId: transferAnswer.parse(answer.body).id }
  },
  async findTransfer({ transferId }) {
    const answer = await ask(access, `/v1/transfers?transfer=${transferId}`)
    // The sandbox's transfers stay as they are.
    return answer.status === 404 ? null : { gatewayId: transferAnswer.parse(answer.body).id, reversed_cents: 0 }
  },
})

/** Entries of an account's balance. Payments have no fee. */
async function listBalance(
  access: Access,
  { accountId, after, ...filter }: { accountId: string | null; after: string | null; since: string; payout?: string },
): Promise<EntriesPage> {
  const parameters = new URLSearchParams({
    ...filter,
    ...(accountId === null ? {} : { account: accountId }),
    ...(after === null ? {} : { after }),
  })
  const answer = await ask(access, `/v1/balance?${parameters}`)
  const { data, has_more } = z.object({ data: z.array(entryAnswer), has_more: z.boolean() }).parse(answer.body)
  return {
    entries: data.map(({ id, source, of, root, party, amount, ...entry }) => ({
      ...entry,
      gatewayId: id,
      sourceId: source,
      ofId: of,
      rootId: root,
      partyId: party,
      amount_cents: amount,
      fee_cents: 0,
    })),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
  }
}

/** Balances and their payouts. Payouts are itemized as soon as they are made. */
const balancesAt = (access: Access): Pick<CardGateway, 'listEntries' | 'readPayout' | 'listPaidOut'> => ({
  listEntries: ({ since_ms, ...of }) => listBalance(access, { ...of, since: String(since_ms) }),
  listPaidOut: ({ payoutId, ...of }) => listBalance(access, { ...of, since: '0', payout: payoutId }),
  async readPayout({ payoutId }) {
    const answer = await ask(access, `/v1/payouts?id=${encodeURIComponent(payoutId)}`)
    if (answer.status === 404) return null
    const { id, amount, status, cause, last4, made_ms, arrives_ms } = paidOut.parse(answer.body)
    return {
      gatewayId: id,
      amount_cents: amount,
      currency: 'usd',
      state: status,
      cause,
      method: 'standard',
      isAutomatic: true,
      bankLast4: last4,
      arrivesOn: localDateAt(arrives_ms, 'UTC'),
      made_ms,
      isItemized: true,
    }
  },
})

const namesOf = ({ rootId, agencyId, chargeId }: ChargeRequest['place']): object => ({
  root: rootId,
  agency: agencyId,
  charge: chargeId,
})

/** Disputes, and the events about them. */
const disputesAt = (access: Access): Pick<CardGateway, 'readDispute' | 'submitEvidence' | 'pollEvents'> => ({
  async readDispute({ disputeId }) {
    const answer = await ask(access, `/v1/disputes?id=${encodeURIComponent(disputeId)}`)
    if (answer.status === 404) return null
    const { place, ...dispute } = disputeAnswer.parse(answer.body)
    if (!place) return null
    return {
      gatewayId: dispute.id,
      attemptId: dispute.attempt,
      place: { rootId: place.root, agencyId: place.agency, chargeId: place.charge },
      amount_cents: dispute.amount,
      reason: dispute.reason,
      state: dispute.status,
      respondBy_ms: dispute.due_ms,
      isAnswered: dispute.text !== '',
      openedAt_ms: dispute.opened_ms,
      withdrawn_cents: dispute.withdrawn,
      fee_cents: dispute.fee,
    }
  },
  async submitEvidence({ disputeId }, { explanation, activity, product }, idempotencyKey) {
    const body = { dispute: disputeId, text: explanation, activity, product }
    const answer = await ask(access, '/v1/disputes/evidence', { body, idempotencyKey })
    if (answer.status >= 400) throw new GatewayRefused(codeOf(answer))
  },
  async pollEvents(after) {
    const answer = await ask(access, `/v1/events?after=${encodeURIComponent(after)}`)
    const { data } = z.object({ data: z.array(eventAnswer) }).parse(answer.body)
    return data.map((event) => ({ id: event.id, bytes: Buffer.from(JSON.stringify(event)) }))
  },
})

function aboutOf({ dispute, payout }: Pick<z.output<typeof eventAnswer>, 'dispute' | 'payout'>): GatewayEvent['about'] {
  if (dispute !== undefined) return { what: 'dispute', disputeId: dispute }
  return payout === undefined ? { what: 'other' } : { what: 'payout', payoutId: payout }
}

/** The configured gateway, or null: then no cards are charged here. */
export function sandboxGateway(config: Config): CardGateway | null {
  const { SANDBOX_PAYMENTS_URL: url, SANDBOX_PAYMENTS_FORM_URL: formUrl, SANDBOX_PAYMENTS_KEY: key } = config
  if (!url || !formUrl || !key) return null
  const access = { url, key, config }
  const post = (path: string, body: object, idempotencyKey: string): Promise<Answer> =>
    ask(access, path, { body, idempotencyKey })
  return {
    name: 'sandbox',
    movesMoney: false,
    formUrl,
    async saveCard({ customerId, accountId, name, email, token, idempotencyKey }) {
      const request = { customer: customerId, account: accountId, name, email, token }
      const answer = await post('/v1/cards', request, idempotencyKey)
      if (answer.status >= 400) return { saved: false, refusal: refusals[codeOf(answer)] ?? 'declined' }
      const { customer, id, brand, last4, exp_month, exp_year } = storedCard.parse(answer.body)
      const card = { customerId: customer, cardId: id, brand, last4, expMonth: exp_month, expYear: exp_year }
      return { saved: true, card }
    },
    async removeCard({ customerId, cardId }) {
      await post('/v1/cards/remove', { customer: customerId, id: cardId }, `remove ${cardId}`)
    },
    async charge({ attemptId, place, amount_cents, fee_cents, accountId, card }) {
      const of = { account: accountId, customer: card.customerId, card: card.cardId }
      const request = { attempt: attemptId, amount: amount_cents, fee: fee_cents, ...of, place: namesOf(place) }
      return outcomeOf(await post('/v1/charges', request, attemptId))
    },
    async findCharge({ attemptId }) {
      const answer = await ask(access, `/v1/charges?attempt=${attemptId}`)
      return answer.status === 404 ? null : outcomeOf(answer)
    },
    async confirmLink({ attemptId }, returnUrl) {
      const request = { attempt: attemptId, return_url: returnUrl }
      const answer = await post('/v1/charges/confirm', request, `confirm ${newToken()}`)
      if (answer.status >= 400) throw new GatewayRefused(codeOf(answer))
      const { path } = z.object({ path: z.string().nullable() }).parse(answer.body)
      return path && new URL(path, formUrl).href
    },
    async withdrawCharge({ attemptId }) {
      const answer = await post('/v1/charges/withdraw', { attempt: attemptId }, `${attemptId} withdraw`)
      return answer.status === 404 ? null : outcomeOf(answer)
    },
    ...refundsAt(access),
    ...transfersAt(access),
    ...balancesAt(access),
    async createAccount({ kind, id, name, email }, idempotencyKey) {
      const answer = await post('/v1/accounts', { owner: id, kind, name, email }, idempotencyKey)
      if (answer.status >= 400) throw new GatewayRefused(codeOf(answer))
      return standingOf(answer.body)
    },
    async readAccount({ accountId }) {
      const answer = await ask(access, `/v1/accounts?id=${encodeURIComponent(accountId)}`)
      return answer.status === 404 ? null : standingOf(answer.body)
    },
    async accountLink({ accountId }, { returnUrl, refreshUrl }) {
      const request = { account: accountId, return_url: returnUrl, refresh_url: refreshUrl }
      const answer = await post('/v1/account-links', request, `link ${newToken()}`)
      if (answer.status >= 400) throw new GatewayRefused(codeOf(answer))
      return new URL(z.object({ path: z.string() }).parse(answer.body).path, formUrl).href
    },
    ...disputesAt(access),
    // It sends no webhooks: its events are polled.
    readEvent: () => Promise.resolve(null),
    describeEvent: (bytes) => {
      const { id, type, account: accountId, ...event } = eventAnswer.parse(JSON.parse(bytes.toString()))
      return { id, kind: type, accountId, about: aboutOf(event) }
    },
  }
}
