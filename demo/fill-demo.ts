import type { Platform } from '#server/platform/platform.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { seedDeveloperCalls } from './developer-calls.ts'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import type { ResolveNext } from '#server/areas/leads/start-resolving.ts'
import { hasRest, makeHistory, makeWideHistory, noteRest, readUnfinished } from './history/make-history.ts'
import { makeSearchPast } from './searches/make-past.ts'
import { seedPayments, type SandboxClock } from './payments.ts'
import { seedReturns } from './returns.ts'
import { seedEnrichments } from './seed-enrichments.ts'
import { seedCounts } from './searches/seed-counts.ts'
import { seedWork } from './worked-leads.ts'
import { demoPersons, demoSeed, walkers, wideWalkers } from './world.ts'
import { withoutWaiting } from './history/without-waiting.ts'
import { seedAgreements } from './wide/wide-agreements.ts'
import { wideAgencies } from './wide/wide-agencies.ts'
import { hostWordOf, wideClients } from './wide/wide-clients.ts'
import { seedFailingDestination } from './wide/wide-mishaps.ts'
import { seedWidePayments } from './wide/wide-payments.ts'
import { seedWideWork } from './wide/wide-work.ts'
import { hasPerson, writePersons } from './write-persons.ts'

const historyLock = 7_426_011
/** Of the past's own, for two agencies at a time. */
const maxConnections = 8
/** Small batches: resolving waits for open transactions, so long ones would delay it. */
const personsAtOnce = 1_000

/**
 * Generates the history before anything else resolves or delivers, because nothing of the past may be sent. An advisory
 * lock lets one process do it while others wait. After an error the demo lacks the rest of its history, but works.
 */
const fillHistory = (platform: Platform, stopping: AbortSignal): Promise<void> =>
  alone(platform, async (fast) => {
    await makeHistory(fast, stopping)
    await makeSearchPast(fast, stopping)
  })

async function alone(platform: Platform, work: (fast: Platform) => Promise<void>): Promise<void> {
  const lock = await platform.ownerPool.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [historyLock])
    await withoutWaiting(platform, maxConnections, work)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's history could not be created")
  } finally {
    // Closing the session releases the lock.
    lock.release(true)
  }
}

/** Seeds keyword counts from the searches so far. */
async function fillCounts(platform: Platform): Promise<void> {
  try {
    await seedCounts(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's keyword counts could not be created")
  }
}

/** Seeds the developer API calls of agencies' software. */
async function fillCalls(platform: Platform): Promise<void> {
  try {
    await seedDeveloperCalls(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's developer API calls could not be created")
  }
}

/** Seeds payments for the leads of the history, some paid and some not. */
async function fillPayments(platform: Platform, sandbox: Sandbox, clock: SandboxClock): Promise<void> {
  try {
    await seedPayments(platform, sandbox, clock)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's payments could not be created")
  }
}

/** Seeds returned leads. */
async function fillReturns(platform: Platform): Promise<void> {
  try {
    await seedReturns(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's returned leads could not be created")
  }
}

/** Seeds leads with statuses and notes. */
async function fillWork(platform: Platform): Promise<void> {
  try {
    await seedWork(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's worked leads could not be created")
  }
}

/** Seeds lists that a client had enriched, and one that awaits the client's approval. */
async function fillEnrichments(platform: Platform): Promise<void> {
  try {
    await seedEnrichments(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's enriched lists could not be created")
  }
}

/** Generates everything that happened before the demo began, in order. */
export async function fillPast(
  platform: Platform,
  sandbox: Sandbox,
  clock: SandboxClock,
  stopping: AbortSignal,
): Promise<void> {
  await fillHistory(platform, stopping)
  await fillCounts(platform)
  await fillCalls(platform)
  // Before the wallet exists, because it would pay for them.
  await fillEnrichments(platform)
  await fillPayments(platform, sandbox, clock)
  await fillReturns(platform)
  await fillWork(platform)
}

/** Generates what happened at the other agencies of the wide world, while the program's own work goes on. */
export async function fillWide(
  platform: Platform,
  sandbox: Sandbox,
  clock: SandboxClock,
  stopping: AbortSignal,
): Promise<void> {
  if (!(await hasRest(platform))) return
  await alone(platform, async (fast) => {
    await writeWalkers(fast, stopping)
    await makeWideHistory(fast, stopping)
    if (stopping.aborted) return
    await seedWidePayments(platform, sandbox, clock, stopping)
    await seedWideWork(platform, stopping)
    for (const who of wideReturns) if (!stopping.aborted) await seedReturns(platform, who)
    await seedAgreements(platform)
    await seedFailingDestination(platform)
    if (!stopping.aborted) await noteRest(platform)
  })
}

/** One client of each other agency returns leads. */
const wideReturns = wideAgencies.map(({ company, email }) => {
  const { name } = wideClients.find(({ agency }) => agency === company)!
  return { client: name, by: `client@${hostWordOf(name)}.test`, decidedBy: email }
})

/** Writes those who visit the sites of the wide world's other clients. */
async function writeWalkers({ identityPool, clock }: Platform, stopping: AbortSignal): Promise<void> {
  const at = new Date(clock.now())
  for (let from = walkers; from < wideWalkers && !stopping.aborted; from += personsAtOnce)
    await writePersons(identityPool, demoSeed, { from, upTo: from + personsAtOnce }, at)
}

const nothing = { visits: 0, leads: 0, more: false }

/** Leaves the agencies alone whose past is being made: whoever makes it resolves their present visits, too. */
export const resolveFinished =
  (platform: Platform, isMaking: () => boolean): ResolveNext =>
  async (agencyId) =>
    isMaking() && (await readUnfinished(platform)).includes(agencyId) ? nothing : resolveAgency(platform, agencyId)

/** Writes the many people who visit no demo site, for imports and searches. Resumes where a killed start left off. */
export async function fillPersons(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { identityPool, log, clock } = platform
  try {
    if (await hasPerson(identityPool, demoSeed, demoPersons - 1)) return
    const at = new Date(clock.now())
    for (let from = walkers; from < demoPersons && !stopping.aborted; from += personsAtOnce)
      await writePersons(identityPool, demoSeed, { from, upTo: Math.min(from + personsAtOnce, demoPersons) }, at)
  } catch (error) {
    log.error({ err: error }, "not all of the demo's people could be created")
  }
}
