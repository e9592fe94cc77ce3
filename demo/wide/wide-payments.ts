import { inScope } from '#server/platform/database/scope.ts'
import { createClock } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { storeCard } from '../cards.ts'
import { closePeriod, connectAccount, openAccount, pollEvents, type SandboxClock } from '../payments.ts'
import type { Till } from '../payouts.ts'
import { demoId } from '../world.ts'
import { wideAgencies, type WideAgency } from './wide-agencies.ts'
import { hostWordOf, wideClients } from './wide-clients.ts'

const hour_ms = 3_600_000
const rootId = demoId('Leadloom')
/** The sandbox's cards: one that is good, one without funds, one whose payments are disputed. */
const good = '5555555555554444'
const poor = '4000008260003178'
const cardWithDispute = '4000000000002685'

/** What is not as usual: an agency that connected no account, clients without a card, and cards that fail. */
const agencyWithoutAccount = 'Tidewater Agency'
const cardless: readonly string[] = ['Lantern Storage', 'Sunny Side Daycare']
const cards: Readonly<Record<string, string>> = {
  'Pinecrest Windows': poor,
  'Ridgeline Mattress': poor,
  'Tally Insurance': cardWithDispute,
  'Northpeak Media': poor,
}

/**
 * Seeds payments of the wide world's other agencies: each month that has ended is invoiced and collected, by the program's
 * own code on a clock in the past. Whatever a killed start has done is not repeated.
 */
export async function seedWidePayments(
  platform: Platform,
  sandbox: Sandbox,
  clock: SandboxClock,
  stopping: AbortSignal,
): Promise<void> {
  const gateway = gatewayForNewCards(platform.config)
  if (!gateway) return
  try {
    for (const agency of wideAgencies) {
      if (stopping.aborted) return
      const accountId = await openAccount(gateway, sandbox, agency.company, agency.email)
      const till = { gateway, sandbox, accountId, clock }
      await payAgency(platform, till, agency, stopping)
    }
  } finally {
    clock.past_ms = null
  }
  await pollEvents(platform)
}

interface Paying {
  name: string
  clientId: string | null
  cardholder: string
  email: string
}

async function payAgency(platform: Platform, till: Till, agency: WideAgency, stopping: AbortSignal): Promise<void> {
  const book = { rootId, agencyId: demoId(agency.company) }
  const isConnected = agency.company !== agencyWithoutAccount
  const earlier = await readPayments(platform, book.agencyId)
  if (isConnected && !earlier.isConnected) await connectAccount(platform, book, till.gateway.name, till.accountId)
  const clients = wideClients.filter((each) => each.agency === agency.company)
  const payers: Paying[] = [
    { name: agency.company, clientId: null, cardholder: agency.owner, email: agency.email },
    ...(isConnected ? clients : []).map(({ name, owner }) => ({
      name,
      clientId: demoId(name),
      cardholder: owner,
      email: `client@${hostWordOf(name)}.test`,
    })),
  ]
  for (const { name, clientId, cardholder, email } of payers) {
    const isStored = earlier.cards.has(clientId ?? book.agencyId) || cardless.includes(name)
    const card = { cardholder, email, cardNumber: cards[name] ?? good }
    const accountId = clientId === null ? null : till.accountId
    if (!isStored) await storeCard(platform, till, { ...book, clientId, accountId }, card)
    for (const at_ms of monthEnds(platform.clock.now())) {
      if (stopping.aborted) return
      till.clock.past_ms = at_ms
      const past: Platform = { ...platform, clock: createClock(() => at_ms) }
      await closePeriod(past, book, clientId, () => new Date(at_ms).toISOString().slice(0, 10))
    }
    till.clock.past_ms = null
  }
}

/** Noon (UTC) of the first days of the last months, oldest first. */
function monthEnds(now_ms: number): number[] {
  const now = new Date(now_ms)
  return [2, 1, 0]
    .map((monthsAgo) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1, 12))
    .filter((at_ms) => at_ms < now_ms - hour_ms)
}

const readPayments = (platform: Platform, agencyId: string): Promise<{ isConnected: boolean; cards: Set<string> }> =>
  inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, async (tx) => {
    const accounts = await tx.query('select from connected_account where owner_id = $1', [agencyId])
    const { rows } = await tx.query<{ company_id: string }>(
      'select company_id from payment_card where agency_id = $1',
      [agencyId],
    )
    return { isConnected: accounts.rows.length > 0, cards: new Set(rows.map((row) => row.company_id)) }
  })
