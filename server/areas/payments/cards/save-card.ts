import type { createCustomer, createDirectCustomer, readCard, replaceCard } from '#contract/payments/cards.ts'
import type { Card } from '#contract/payments/cards.ts'
import { invalidateRights } from '#server/areas/sign-in/invalidate-rights.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { assertFeeShown, bookOnboardingFee, quoteFee } from '#server/areas/billing/onboarding-fee.ts'
import { retryCollection } from '#server/areas/billing/queue-collection.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope, readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { GatewayRefused, GatewayUnreachable, type GatewayCard } from '#server/providers/payments/gateway.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'
import { findAccount } from '../accounts/connected-accounts.ts'
import { endConfirmations } from '../charges/attempts.ts'
import { cardRefusals } from './card-refusals.ts'
import { queueCardRemoval, type StoredCard } from './remove-card.ts'

interface CardRow {
  gateway: string
  customer_id: string
  card_id: string
  account_id: string | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  cardholder: string
  address: string
  city: string
  zip: string
  state_code: string
  country_code: string
}

const presentCard = (row: CardRow): Card => ({
  brand: row.brand,
  last4: row.last4,
  exp_month: row.exp_month,
  exp_year: row.exp_year,
  cardholder: row.cardholder,
  address: row.address,
  city: row.city,
  state: row.state_code,
  country: row.country_code,
  zip: row.zip,
})

async function findCard(tx: Tx, companyId: string): Promise<CardRow | null> {
  const { rows } = await tx.query<CardRow>('select * from payment_card where company_id = $1', [companyId])
  return rows[0] ?? null
}

export const handleReadCard: Handler<typeof readCard> = async (_input, call) => {
  const gateway = gatewayForNewCards(call.platform.config)
  const row = await call.inScope((tx) => findCard(tx, call.caller.companyId))
  return {
    result: 'success',
    data: { card: row && presentCard(row), gateway: gateway?.name ?? 'none', form_url: gateway?.formUrl ?? null },
  }
}

export const handleCreateCustomer: Handler<typeof createCustomer> = ({ body }, call) => saveCard(call, body, 'first')
export const handleReplaceCard: Handler<typeof replaceCard> = ({ body }, call) => saveCard(call, body, 'another')

/** Stores the card at the connected account that is paid, so charges of other accounts can't use it. */
export const handleCreateDirectCustomer: Handler<typeof createDirectCustomer> = async ({ body }, call) => {
  const { rootId, agencyId } = call.caller
  if (agencyId === null) throw notFound()
  const gateway = gatewayForNewCards(call.platform.config)
  const account = await inScope(call.platform.appPool, { kind: 'agency', rootId, agencyId }, (tx) =>
    findAccount(tx, { id: agencyId }),
  )
  if (gateway && account?.gateway !== gateway.name)
    throw new Failure('conflict', { message: 'Your agency has no payment account yet.' })
  return saveCard(call, body, 'any', account?.account_id ?? null)
}

type Body = Input<typeof createCustomer>['body']

/** Calls the gateway before writing anything. A retry with the same token gets the same result. */
async function saveCard(
  call: SignedInCall,
  body: Body,
  which: 'first' | 'another' | 'any',
  accountId: string | null = null,
): Promise<{ result: 'success'; message: string; data: Card }> {
  const gateway = gatewayForNewCards(call.platform.config)
  if (!gateway) throw new Failure('conflict', { message: 'Payments are settled by invoice here; no card is needed.' })
  const { companyId } = call.caller
  const agency = feePayerOf(call)
  const { before, email, name } = await call.inScope(async (tx) => ({
    before: await findCard(tx, companyId),
    ...(await findPayer(tx, call.caller.userId)),
  }))
  if (which === 'first' && before) throw alreadyThere()
  if (which === 'any' && before) await call.requireRecentProof()
  if (which === 'another' && !before) throw new Failure('conflict', { message: 'There is no card to replace yet.' })
  if (agency && which === 'first') await assertFeeShown(call, agency, body.quote_id)
  // Reject an unusable coupon code before calling the gateway.
  if (agency && which === 'first' && body.coupon_code !== undefined) await quoteFee(call, agency, body.coupon_code)
  const outcome = await gateway
    .saveCard({
      // A customer id is valid only at the gateway and the account that issued it.
      customerId: before?.gateway === gateway.name && before.account_id === accountId ? before.customer_id : null,
      accountId,
      name,
      email,
      token: body.cardToken,
      idempotencyKey: hashToken(`${companyId} ${body.cardToken}`).toString('hex'),
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof GatewayRefused)
        throw new Failure('conflict', { message: 'The payment provider has refused this. Contact support.' })
      if (!(thrown instanceof GatewayUnreachable)) throw thrown
      throw new Failure('overloaded', { retryAfterSeconds: 10 })
    })
  if (!outcome.saved) throw invalid('cardToken', cardRefusals[outcome.refusal])
  const write = async (tx: Tx): Promise<CardRow> => {
    const there = await lockCard(tx, companyId)
    if (which === 'first' && there && there.card_id !== outcome.card.cardId) throw alreadyThere()
    return writeCard(tx, call, { gateway: gateway.name, accountId, ...outcome.card }, body, there)
  }
  const saving =
    agency && which === 'first'
      ? writeWithFee(call, agency, write, { code: body.coupon_code, quoteId: body.quote_id })
      : call.inScope(write)
  const row = await saving.catch((thrown: unknown) =>
    forgetCard(call, { gateway: gateway.name, accountId, ...outcome.card }, thrown),
  )
  return { result: 'success', message: 'Data has been updated successfully', data: presentCard(row) }
}

const alreadyThere = (): Failure =>
  new Failure('conflict', { message: 'A card is already on file. Replace it instead.' })

/** The current card, under an advisory lock: concurrent saves run one by one, and the second sees the first's card. */
async function lockCard(tx: Tx, companyId: string): Promise<CardRow | null> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 29))', [companyId])
  return findCard(tx, companyId)
}

/** The agency whose onboarding fee falls due with its first card; null for clients and the operator. */
function feePayerOf({ caller }: SignedInCall): { rootId: string; agencyId: string } | null {
  const { kind, rootId, agencyId } = caller
  return kind === 'agencyOwner' && agencyId !== null ? { rootId, agencyId } : null
}

/** Runs in the operator's scope: an agency can't read the fee and the coupons. Limited to the session's own agency. */
const writeWithFee = (
  call: SignedInCall,
  agency: { rootId: string; agencyId: string },
  write: (tx: Tx) => Promise<CardRow>,
  acceptance: { code: string | undefined; quoteId: string | undefined },
): Promise<CardRow> =>
  inScope(call.platform.appPool, { kind: 'root', rootId: agency.rootId }, async (tx) => {
    const row = await write(tx)
    const fee = await bookOnboardingFee(tx, call, agency, acceptance)
    await recordActivity(tx, call, {
      action: 'billing.cardStored',
      place: call.caller,
      to: { brand: row.brand, ...fee },
    })
    return row
  })

/** The save lost a race for the card or the coupon's last use: remove the new card, now unused, from the gateway. */
async function forgetCard(call: SignedInCall, card: StoredCard, thrown: unknown): Promise<never> {
  if (thrown instanceof Failure) await call.inScope((tx) => queueCardRemoval(tx, call.platform, card))
  throw thrown
}

async function findPayer(tx: Tx, userId: string): Promise<{ email: string; name: string }> {
  const { rows } = await tx.query<{ email: string; name: string }>(
    'select u.email, c.name from app_user u join company c on c.id = u.company_id where u.id = $1',
    [userId],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

const writeText = `
  insert into payment_card (company_id, root_id, agency_id, client_id, gateway, customer_id, card_id, brand, last4,
    exp_month, exp_year, cardholder, address, city, zip, state_code, country_code, updated_at, account_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict (company_id) do update set gateway = excluded.gateway, customer_id = excluded.customer_id,
    card_id = excluded.card_id, brand = excluded.brand, last4 = excluded.last4, exp_month = excluded.exp_month,
    exp_year = excluded.exp_year, cardholder = excluded.cardholder, address = excluded.address, city = excluded.city,
    zip = excluded.zip, state_code = excluded.state_code, country_code = excluded.country_code,
    updated_at = excluded.updated_at, account_id = excluded.account_id
  returning *`

async function writeCard(
  tx: Tx,
  { caller, platform }: SignedInCall,
  card: GatewayCard & Pick<StoredCard, 'gateway' | 'accountId'>,
  body: Body,
  before: CardRow | null,
): Promise<CardRow> {
  const { rows } = await tx.query<CardRow>(writeText, [
    caller.companyId,
    caller.rootId,
    caller.agencyId,
    caller.clientId,
    card.gateway,
    card.customerId,
    card.cardId,
    card.brand,
    card.last4,
    card.expMonth,
    card.expYear,
    body.cardholder,
    body.address,
    body.city,
    body.zip,
    body.state,
    body.country,
    dateOf(platform.clock.now()),
    card.accountId,
  ])
  // Saving the same token twice yields the same card, which must not be removed.
  if (before && before.card_id !== card.cardId)
    await queueCardRemoval(tx, platform, {
      gateway: before.gateway,
      customerId: before.customer_id,
      cardId: before.card_id,
      accountId: before.account_id,
    })
  if (caller.agencyId !== null) {
    const { rootId, agencyId, clientId } = caller
    const now_ms = platform.clock.now()
    await retryCollection(tx, now_ms, { rootId, agencyId }, clientId)
    // A client can't see the attempts to charge it, because they name the operator's share.
    await readAsRoot(tx, rootId, () => endConfirmations(tx, now_ms, agencyId, clientId))
  }
  // Cached access rights include whether there is a card (R025, R110).
  tx.afterCommit(() => invalidateRights(platform, caller.sessionId))
  return rows[0]!
}
