import type { MailProblem } from '#server/platform/smtp-problem.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { failuresUntilFailing, type StoredServer } from './mail-servers.ts'
import { mailQueueOf } from '../mail-queue.ts'

const day_ms = 86_400_000
export const warnJobName = 'warn-of-mail-server'

const countFailure = `
  update mail_server set failures = failures + 1, last_problem = $3, failing_since = coalesce(failing_since, $4),
    next_try_at = $4 + case when failures + 1 >= $5
      then interval '1 minute' * power(2, least(failures + 1 - $5, 5)) end
  where company_id = $1 and saved_at = $2
  returning failures, warned_at`

/**
 * Records that a server did not accept a mail. From the third consecutive failure on it is paused, with pauses that
 * double up to half an hour, and its owners are notified at most once a day.
 */
export async function recordFailure(platform: Platform, server: StoredServer, problem: MailProblem): Promise<void> {
  const { companyId, rootId, savedAt } = server
  const now_ms = machineTime(platform.clock)
  const at = new Date(now_ms)
  await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rows } = await tx.query<{ failures: number; warned_at: Date | null }>(countFailure, [
      companyId,
      savedAt,
      problem,
      at,
      failuresUntilFailing,
    ])
    const row = rows[0]
    // The setting was saved again or removed meanwhile; the next attempt will see that.
    if (!row || row.failures < failuresUntilFailing) return
    if (now_ms - (row.warned_at?.getTime() ?? 0) < day_ms) return
    await tx.query('update mail_server set warned_at = $2 where company_id = $1', [companyId, at])
    await addJob(
      tx,
      warnJobName,
      { rootId, companyId },
      { queue: mailQueueOf({ rootId, agencyId: companyId === rootId ? null : companyId }) },
    )
  })
}

/** The server accepted a mail again. */
export async function recordSuccess({ appPool }: Platform, server: StoredServer): Promise<void> {
  const { companyId, rootId, savedAt, failures } = server
  if (failures === 0) return
  await inScope(appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update mail_server set failures = 0, last_problem = null, failing_since = null, next_try_at = null
       where company_id = $1 and saved_at = $2`,
      [companyId, savedAt],
    ),
  )
}
