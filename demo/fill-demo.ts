import type { Platform } from '#server/platform/platform.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { seedDeveloperCalls } from './developer-calls.ts'
import { makeHistory } from './history/make-history.ts'
import { makeSearchPast } from './searches/make-past.ts'
import { seedPayments, type SandboxClock } from './payments.ts'
import { seedReturns } from './returns.ts'
import { seedEnrichments } from './seed-enrichments.ts'
import { seedCounts } from './searches/seed-counts.ts'
import { demoPersons, demoSeed, walkers } from './world.ts'
import { hasPerson, writePersons } from './write-persons.ts'

const historyLock = 7_426_011
/** Small enough that resolving, which waits for running transactions, hardly notices. */
const personsAtOnce = 1_000

/**
 * The history, before anything else resolves or delivers: nothing of the past may be sent. One process makes it; whoever
 * comes meanwhile waits. A fault leaves the demo without the rest of its history, and working.
 */
async function fillHistory(platform: Platform, stopping: AbortSignal): Promise<void> {
  const lock = await platform.ownerPool.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [historyLock])
    await makeHistory(platform, stopping)
    await makeSearchPast(platform, stopping)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's history could not be made")
  } finally {
    // Ending the session frees the lock.
    lock.release(true)
  }
}

/** Keyword counts, over whatever searches there are by then. */
async function fillCounts(platform: Platform): Promise<void> {
  try {
    await seedCounts(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's keyword counts could not be made")
  }
}

/** What agencies' software asked. */
async function fillCalls(platform: Platform): Promise<void> {
  try {
    await seedDeveloperCalls(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's calls of developers could not be made")
  }
}

/** What was paid and what was not, of the leads of the history. */
async function fillPayments(platform: Platform, sandbox: Sandbox, clock: SandboxClock): Promise<void> {
  try {
    await seedPayments(platform, sandbox, clock)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's payments could not be made")
  }
}

/** Leads that were no good. */
async function fillReturns(platform: Platform): Promise<void> {
  try {
    await seedReturns(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's returned leads could not be made")
  }
}

/** Lists that a client had filled up, and one that waits for its answer. */
async function fillEnrichments(platform: Platform): Promise<void> {
  try {
    await seedEnrichments(platform)
  } catch (error) {
    platform.log.error({ err: error }, "the demo's enriched lists could not be made")
  }
}

/** Everything that happened before the demo began, in its order. */
export async function fillPast(
  platform: Platform,
  sandbox: Sandbox,
  clock: SandboxClock,
  stopping: AbortSignal,
): Promise<void> {
  await fillHistory(platform, stopping)
  await fillCounts(platform)
  await fillCalls(platform)
  // Before the wallet is there, which would pay for them.
  await fillEnrichments(platform)
  await fillPayments(platform, sandbox, clock)
  await fillReturns(platform)
}

/** The many persons nobody meets on the demo's sites, for imports and searches. Goes on where a killed start left off. */
export async function fillPersons(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { identityPool, log, clock } = platform
  try {
    if (await hasPerson(identityPool, demoSeed, demoPersons - 1)) return
    const at = new Date(clock.now())
    for (let from = walkers; from < demoPersons && !stopping.aborted; from += personsAtOnce)
      await writePersons(identityPool, demoSeed, { from, upTo: Math.min(from + personsAtOnce, demoPersons) }, at)
  } catch (error) {
    log.error({ err: error }, "the demo's persons could not all be made")
  }
}
