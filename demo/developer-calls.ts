import { hashToken, uuidFrom } from '#server/platform/ids.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createRandom, type Random } from './random.ts'
import { demoId, demoSeed, pathOf } from './world.ts'

const day_ms = 86_400_000
const days = 60
/** Only the last days list single calls: enough to fill a few pages. */
const shownCalls = 60
const agency = 'Acme Growth'

/** What the agency's software calls on a typical day. */
const usual: readonly {
  operation: string
  calls: number
  failure?: { status: number; code: string; share: number }
}[] = [
  { operation: 'listDeveloperLeads', calls: 96, failure: { status: 429, code: 'too_many', share: 0.02 } },
  { operation: 'listDeveloperVisits', calls: 40 },
  { operation: 'listDeveloperCampaigns', calls: 24 },
  { operation: 'listDeveloperBalances', calls: 4 },
  { operation: 'setDeveloperCampaignStatus', calls: 2, failure: { status: 422, code: 'invalid', share: 0.25 } },
  { operation: 'addDeveloperExclusions', calls: 1, failure: { status: 403, code: 'insufficient_scope', share: 0.2 } },
]

/** Two months of calls by an agency's software, with a key that was revoked since. */
export async function seedDeveloperCalls({ appPool, clock }: Platform): Promise<void> {
  const { rootId, agencyId } = pathOf(agency)
  const random = createRandom(demoSeed + 280)
  const now_ms = clock.now()
  await inScope(appPool, { kind: 'agency', rootId, agencyId: agencyId! }, async (tx) => {
    if (!(await addOldKey(tx, now_ms))) return
    for (let day = days; day > 0; day--)
      for (const line of usual) await addUsage(tx, dateOf(now_ms - day * day_ms), line, random)
    for (let n = shownCalls; n > 0; n--) await addCall(tx, now_ms - day_ms - n * 900_000, random)
  })
}

/** Returns false if an earlier start has already seeded the calls. */
async function addOldKey(tx: Tx, now_ms: number): Promise<boolean> {
  const { rootId, agencyId } = pathOf(agency)
  const { rowCount } = await tx.query(
    `insert into developer_credential (id, root_id, agency_id, company_id, public_name, secret_hash, secret_sealed,
            created_by, created_at, expires_at, last_used_at, revoked_at)
     values ($1, $2, $3, $3, 'dev_acme2cdesyncdemo', $4, '', $5, $6, $7, $7, $7) on conflict do nothing`,
    [
      demoId(`${agency} key`),
      rootId,
      agencyId,
      hashToken(demoId(`${agency} secret`)),
      demoId('owner@acme.test'),
      dateOf(now_ms - (days + 1) * day_ms),
      dateOf(now_ms - day_ms),
    ],
  )
  return rowCount === 1
}

async function addUsage(tx: Tx, at: Date, line: (typeof usual)[number], random: Random): Promise<void> {
  const { rootId, agencyId } = pathOf(agency)
  const isWeekend = at.getUTCDay() % 6 === 0
  const calls = Math.round(line.calls * (isWeekend ? 0.4 : 1) * (0.7 + 0.6 * random.fraction()))
  const failures = Math.round(calls * (line.failure?.share ?? 0))
  const counts = [[200, calls - failures] as const, [line.failure?.status ?? 200, failures] as const]
  for (const [status, count] of counts.filter(([, some]) => some > 0))
    await tx.query(
      `insert into developer_usage (agency_id, root_id, date, operation, status, calls)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [agencyId, rootId, at.toISOString().slice(0, 10), line.operation, status, count],
    )
}

async function addCall(tx: Tx, at_ms: number, random: Random): Promise<void> {
  const { rootId, agencyId } = pathOf(agency)
  const { operation, failure } = random.pick(usual)
  const failureOfCall = failure && random.chance(0.2) ? failure : null
  await tx.query(
    `insert into developer_call (agency_id, root_id, id, credential_id, operation, status, code, duration_ms, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      agencyId,
      rootId,
      uuidFrom(at_ms, random.bytes(10)),
      demoId(`${agency} key`),
      operation,
      failureOfCall?.status ?? 200,
      failureOfCall?.code ?? null,
      4 + random.below(60),
      dateOf(at_ms),
    ],
  )
}
