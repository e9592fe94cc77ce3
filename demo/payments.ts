import type { Book } from '#server/areas/ledger/book.ts'
import { closePayer } from '#server/areas/billing/periods/close-payers.ts'
import { applyEventJob } from '#server/areas/payments/inbox/apply-events.ts'
import { pollEventsJob } from '#server/areas/payments/inbox/poll-events.ts'
import { readBalancesJob } from '#server/areas/payments/reconciliation/read-balances.ts'
import { refundChargeJob } from '#server/areas/payments/refunds/send-refund.ts'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CardGateway } from '#server/providers/payments/gateway.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { storeCard } from './cards.ts'
import { collectAtOnce } from './collect-at-once.ts'
import { answerProvider, seedPayouts, type Till } from './payouts.ts'
import { madeBefore_ms } from './seed-campaigns.ts'
import { seedTaxes } from './taxes.ts'
import { seedWallet } from './wallet.ts'
import { demoId, users } from './world.ts'
import { commissionRates, payers, type DemoPayer } from './world-payments.ts'

const agency = 'Acme Growth'

/** The time of the sandbox's clock while past payments are made; null in the present. */
export interface SandboxClock {
  past_ms: number | null
}

const day_ms = 86_400_000
const book = { rootId: demoId('Leadloom'), agencyId: demoId(agency) }
const scope = { kind: 'agency', ...book } as const

/**
 * Seeds an agency that is paid through the sandbox, and what its clients owe for their leads: weekly invoices for three
 * months, with a fee from before the first leads, made by the program's own code on a clock in the past. One client has
 * paid and got a partial refund, one's bank has reversed a payment, and one's card has insufficient funds. The agency's
 * own wallet is about to be topped up. Runs once, after the history.
 */
export async function seedPayments(platform: Platform, sandbox: Sandbox, clock: SandboxClock): Promise<void> {
  const gateway = gatewayForNewCards(platform.config)
  const isThere = await inScope(platform.appPool, scope, async (tx) => {
    const { rows } = await tx.query('select from connected_account where owner_id = $1', [book.agencyId])
    return rows.length > 0
  })
  if (!gateway || isThere) return
  const owner = users.find(({ kind, company }) => kind === 'agencyOwner' && company === agency)!
  const accountId = await openAccount(gateway, sandbox, agency, owner.email)
  await connectAccount(platform, book, gateway.name, accountId)
  await setRates(platform)
  await seedTaxes(platform, book)
  try {
    const till = { gateway, sandbox, accountId, clock }
    await seedWallet(platform, till, book)
    for (const payer of payers) await seedPayer(platform, till, payer)
  } finally {
    clock.past_ms = null
  }
  await pollEvents(platform)
  await readBalancesJob.run(platform, {})
}

/** Handles the sandbox's events, a dispute, before its balances are read. */
export async function pollEvents(platform: Platform): Promise<void> {
  await pollEventsJob.run(platform, {})
  const { rows } = await platform.appPool.query<{ gateway: string; id: string }>(
    `select gateway, id from gateway_event where state = 'received' order by id`,
  )
  for (const event of rows) await applyEventJob.run(platform, event)
}

export const connectAccount = (platform: Platform, book: Book, gateway: string, accountId: string): Promise<void> =>
  inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
    await tx.query(
      `insert into connected_account (owner_id, root_id, agency_id, owner_kind, gateway, account_id, created_at, checked_at)
       values ($1, $2, $1, 'agency', $3, $4, $5, $5)`,
      [book.agencyId, book.rootId, gateway, accountId, new Date(platform.clock.now())],
    )
    await tx.query(
      `update company set account_connected = 'completed', charges_enabled = true, payouts_enabled = true where id = $1`,
      [book.agencyId],
    )
  })

/** Sets the commission rates of sales staff from before the first payment. */
const setRates = ({ appPool, clock }: Platform): Promise<void> =>
  inScope(appPool, { kind: 'root', rootId: book.rootId }, async (tx) => {
    const from = new Date(clock.now() - 90 * day_ms)
    for (const [email, rate_bp] of Object.entries(commissionRates))
      await tx.query(
        `insert into commission_rate (id, root_id, user_id, valid_from, rate_bp, set_by, set_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [demoId(`rate ${email}`), book.rootId, demoId(email), from, rate_bp, demoId('root@leadloom.test'), from],
      )
  })

/** Stores a client's card and closes its weeks. */
async function seedPayer(platform: Platform, till: Till, payer: DemoPayer): Promise<void> {
  const clientId = demoId(payer.name)
  const card = await storeCard(platform, till, { ...book, clientId, accountId: till.accountId }, payer)
  await setWeeklyFee(platform, payer)
  for (let weeksAgo = payer.weeks - 1; weeksAgo >= 0; weeksAgo -= 1) {
    // What came in before this week has been paid out.
    if (weeksAgo === 0 && payer === payers[0]) await seedPayouts(platform, till, card)
    const at_ms = platform.clock.now() - weeksAgo * 7 * day_ms
    const past: Platform = weeksAgo === 0 ? platform : { ...platform, clock: createClock(() => at_ms) }
    till.clock.past_ms = weeksAgo === 0 ? null : at_ms
    await closeWeek(past, clientId, payer.open_ms)
  }
  if (payer.refund_cents > 0) await refundPart(platform, clientId, payer.refund_cents)
}

/** Sets the weekly fee that the agency charges its client besides leads, from before the first week. */
async function setWeeklyFee({ appPool, clock }: Platform, { name, weekFee_cents }: DemoPayer): Promise<void> {
  if (weekFee_cents === 0) return
  await inScope(appPool, scope, (tx) =>
    tx.query(
      `insert into retail_cost (agency_id, root_id, client_id, module, term, platform_fee_cents, valid_from, set_by)
       values ($1, $2, $3, 'local', 'Weekly', $4, $5, $6)`,
      [
        book.agencyId,
        book.rootId,
        demoId(name),
        weekFee_cents,
        new Date(clock.now() - madeBefore_ms),
        demoId('owner@acme.test'),
      ],
    ),
  )
}

/** Collects a week's charges at once, so that the next step finds them paid or declined. */
async function closeWeek(platform: Platform, clientId: string, open_ms: number): Promise<void> {
  const now_ms = platform.clock.now()
  await closePeriod(platform, book, clientId, (zone) => localDateAt(now_ms - open_ms, zone))
}

/** Invoices what a payer owes until a day and collects it. Does nothing if that was done before. */
export async function closePeriod(
  platform: Platform,
  book: Book,
  clientId: string | null,
  endOf: (zone: string) => string,
): Promise<void> {
  const now_ms = platform.clock.now()
  await collectAtOnce(platform, book, async (tx) => {
    const { rows } = await tx.query<{ zone: string }>('select time_zone as zone from company where id = $1', [
      book.agencyId,
    ])
    const { zone } = rows[0]!
    await closePayer(tx, now_ms, { ...book, clientId, endsOn: endOf(zone), zone, least_cents: 0 })
    const charges = await tx.query<{ id: string }>(
      `select id from charge where agency_id = $1 and client_id is not distinct from $2 and status = 'due'`,
      [book.agencyId, clientId],
    )
    return charges.rows.map(({ id }) => id)
  })
}

/** Refunds a part of the last payment. */
async function refundPart(platform: Platform, clientId: string, most_cents: number): Promise<void> {
  const now = new Date(platform.clock.now())
  const id = demoId(`refund ${clientId}`)
  const isAsked = await inScope(platform.appPool, scope, async (tx) => {
    const { rowCount } = await tx.query(
      `insert into refund (agency_id, id, root_id, client_id, charge_id, amount_cents, reason, state, attempt_id, issuer, created_at, asked_at)
       select c.agency_id, $3, c.root_id, c.client_id, c.id, least(c.amount_cents, $4), 'quality', 'sent', a.id, 'agency', $5, $5
         from charge c
         join charge_attempt a on a.agency_id = $1 and a.charge_id = c.id and a.state = 'succeeded'
        where c.agency_id = $1 and c.client_id = $2 order by c.created_at desc limit 1`,
      [book.agencyId, clientId, id, most_cents, now],
    )
    return rowCount === 1
  })
  if (isAsked) await refundChargeJob.run(platform, { ...book, refundId: id })
}

/** Opens an account as the agency's owner would at the payment provider. */
export async function openAccount(
  gateway: CardGateway,
  sandbox: Sandbox,
  name: string,
  email: string,
): Promise<string> {
  const owner = { kind: 'agency', id: demoId(name), name, email } as const
  const { accountId } = await gateway.createAccount(owner, `demo account ${owner.id}`)
  await answerProvider(gateway, sandbox, accountId, 'completed')
  return accountId
}
