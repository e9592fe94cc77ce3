import type { checkLinkPayment, LinkPayment, payByLink } from '#contract/payments/payment-links.ts'
import { lockCharge, moveCharge, type ChargeRow } from '#server/areas/billing/charge-states.ts'
import { shareOf } from '#server/areas/billing/share-of.ts'
import { lockPayersShared } from '#server/areas/tenants/lock-companies.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { GatewayCard } from '#server/providers/payments/gateway.ts'
import { gatewayForNewCards, gatewayNamed } from '#server/providers/payments/registry.ts'
import { paymentLinkPath } from '#contract/payments/payment-links.ts'
import { callGateway } from '../call-gateway.ts'
import { cardRefusals } from '../cards/card-refusals.ts'
import { queueCardRemoval } from '../cards/remove-card.ts'
import {
  chargeRequestOf,
  findAwaitingPayer,
  insertAttempt,
  type Attempt,
  type NewAttempt,
} from '../charges/attempts.ts'
import { findPayee } from '../charges/find-payment-method.ts'
import { sendAttempt } from '../charges/send-attempt.ts'
import { readPayersPeople } from '../dunning/mail-payers.ts'
import { readPaymentLink, type LinkedCharge } from '#server/areas/billing/invoices/payment-link.ts'

const inAgency = <T>(
  platform: Platform,
  { rootId, agencyId }: LinkedCharge,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, work)

/** How many cards are tried on one invoice in a day, from anywhere. */
const triesADay = 10
const day_ms = 86_400_000

/**
 * Pays an invoice with a card that is used once and then forgotten: whoever has the link pays, and decides nothing else. The charge
 * and its booking are those of any other payment.
 */
export const handlePayByLink: OpenHandler<typeof payByLink> = async ({ body }, { platform, host }) => {
  const link = await readPaymentLink(platform, host, body.token)
  const gateway = gatewayForNewCards(platform.config)
  const payer = await inAgency(platform, link, (tx) => readPayer(tx, platform, link))
  if (!gateway || (payer.accountGateway !== null && payer.accountGateway !== gateway.name)) throw notByCard()
  const outcome = await callGateway(() =>
    gateway.saveCard({
      customerId: null,
      accountId: null,
      name: payer.name,
      email: payer.email,
      token: body.cardToken,
      idempotencyKey: hashToken(`${link.chargeId} ${body.cardToken}`).toString('hex'),
    }),
  )
  if (!outcome.saved) throw invalid('cardToken', cardRefusals[outcome.refusal])
  const card: OnceUsed = { ...outcome.card, gateway: gateway.name }
  const attempt = await inAgency(platform, link, (tx) => beginPayment(tx, platform, link, card))
  if (!attempt) throw notOpen()
  await sendAttempt(platform, attempt)
  const { status } = await readCharge(platform, link)
  if (status === 'due' || status === 'declined') throw invalid('cardToken', cardRefusals.declined)
  return { result: 'success', message: '', data: await standingOf(platform, host, link, body.token) }
}

/** Asks the gateway about a payment that is under way. Repeatable, and open to links whose invoice was just paid. */
export const handleCheckLinkPayment: OpenHandler<typeof checkLinkPayment> = async ({ body }, { platform, host }) => {
  const link = await readPaymentLink(platform, host, body.token)
  const attempt = await findWaiting(platform, link)
  if (attempt) await sendAttempt(platform, attempt, true)
  return { result: 'success', message: '', data: await standingOf(platform, host, link, body.token) }
}

const notOpen = (): Failure => new Failure('conflict', { message: 'This invoice is being paid, or is paid already.' })
const notByCard = (): Failure => new Failure('conflict', { message: 'This invoice can’t be paid by card here.' })

interface PayerOfLink {
  name: string
  email: string
  /** Of the account that is paid; null for the operator's own. */
  accountGateway: string | null
}

async function readPayer(tx: Tx, { clock }: Platform, { agencyId, chargeId }: LinkedCharge): Promise<PayerOfLink> {
  const { rows } = await tx.query<{
    client_id: string | null
    status: ChargeRow['status']
    name: string
    tries: number
  }>(
    `select c.client_id, c.status, payer.name,
            (select count(*) from charge_attempt a where a.agency_id = $1 and a.charge_id = c.id and a.status_before is not null
               and a.sent_at > $3)::integer as tries
       from charge c
       join company payer on payer.id = coalesce(c.client_id, c.agency_id) and payer.removed_at is null
       join company agency on agency.id = c.agency_id and agency.removed_at is null
      where c.agency_id = $1 and c.id = $2 and c.balance_id is null`,
    [agencyId, chargeId, dateOf(machineTime(clock) - day_ms)],
  )
  const row = rows[0]
  if (!row) throw notFound()
  if (row.status !== 'due' && row.status !== 'declined') throw notOpen()
  if (row.tries >= triesADay) throw new Failure('too_many', { retryAfterSeconds: day_ms / 1_000 })
  const account = row.client_id === null ? null : await findPayee(tx, agencyId)
  if (typeof account === 'string') throw notByCard()
  const [person] = await readPayersPeople(tx, { agency_id: agencyId, client_id: row.client_id })
  return { name: row.name, email: person?.email ?? '', accountGateway: account?.gateway ?? null }
}

type OnceUsed = GatewayCard & { gateway: string }

/** The attempt, to be sent after the commit; null if the charge is no longer open: then the card is forgotten. */
async function beginPayment(
  tx: Tx,
  platform: Platform,
  link: LinkedCharge,
  card: OnceUsed,
): Promise<NewAttempt | null> {
  const charge = await lockCharge(tx, link, link.chargeId)
  await lockPayersShared(tx, link.agencyId)
  const account = charge && charge.client_id !== null ? await findPayee(tx, link.agencyId) : null
  if (!charge || (charge.status !== 'due' && charge.status !== 'declined') || typeof account === 'string') {
    await forgetUnused(tx, platform, link, card)
    return null
  }
  const sent_ms = machineTime(platform.clock)
  const attempt: NewAttempt = {
    id: newId(sent_ms),
    root_id: link.rootId,
    agency_id: link.agencyId,
    charge_id: link.chargeId,
    gateway: card.gateway,
    account_id: account?.accountId ?? null,
    customer_id: card.customerId,
    card_id: card.cardId,
    card_account_id: null,
    amount_cents: charge.amount_cents,
    fee_cents: await shareOf(tx, charge),
    sent_at: dateOf(sent_ms),
    before: { status: charge.status, cause: charge.cause, paid_with: charge.paid_with },
  }
  const now_ms = platform.clock.now()
  if (charge.status === 'declined') await moveCharge(tx, now_ms, charge, { to: 'due' })
  await moveCharge(tx, now_ms, charge, { to: 'sent', paidWith: `${card.brand} •••• ${card.last4}` })
  await insertAttempt(tx, attempt)
  return attempt
}

/** A second click on the button has the same card as the first, which may be paying with it. */
async function forgetUnused(
  tx: Tx,
  platform: Platform,
  { agencyId, chargeId }: LinkedCharge,
  card: OnceUsed,
): Promise<void> {
  const { rowCount } = await tx.query(
    'select from charge_attempt where agency_id = $1 and charge_id = $2 and card_id = $3 limit 1',
    [agencyId, chargeId, card.cardId],
  )
  if (!rowCount) await queueCardRemoval(tx, platform, { ...card, accountId: null })
}

const readCharge = (platform: Platform, link: LinkedCharge): Promise<Pick<ChargeRow, 'status'>> =>
  inAgency(platform, link, async (tx) => {
    const { rows } = await tx.query<Pick<ChargeRow, 'status'>>(
      'select status from charge where agency_id = $1 and id = $2',
      [link.agencyId, link.chargeId],
    )
    if (!rows[0]) throw notFound()
    return rows[0]
  })

/** An attempt by a link that waits for its bank's confirmation; those with the payer's own card are theirs to confirm. */
const findWaiting = (platform: Platform, link: LinkedCharge): Promise<Attempt | null> =>
  inAgency(platform, link, async (tx) => {
    const attempt = await findAwaitingPayer(tx, link.agencyId, link.chargeId)
    return attempt?.before ? attempt : null
  })

async function standingOf(platform: Platform, host: string, link: LinkedCharge, token: string): Promise<LinkPayment> {
  const { status } = await readCharge(platform, link)
  if (status === 'due' || status === 'declined') return { state: 'open', url: null }
  if (status !== 'sent' && status !== 'unknown') return { state: 'closed', url: null }
  const attempt = await findWaiting(platform, link)
  const gateway = attempt && gatewayNamed(platform.config, attempt.gateway)
  if (!attempt || !gateway) return { state: 'processing', url: null }
  const back = pageAddress(platform.config, host, `/${paymentLinkPath}?back=1#${token}`)
  return { state: 'processing', url: await callGateway(() => gateway.confirmLink(chargeRequestOf(attempt), back)) }
}
