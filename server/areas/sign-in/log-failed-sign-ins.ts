import type { UserKind } from '#contract/people/user-kind.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

/** Days of guessing add at most four entries an hour per account and device to the chained log. */
const told_every_ms = 15 * 60_000
/** Per agency, or for an operator's own people, in one transaction, since it locks the head of the log. */
const maxAtOnce = 100

interface Row {
  user_id: string
  root_id: string
  agency_id: string | null
  kind: UserKind
  full_name: string
  refused_password: number
  refused_waiting: number
  refused_place: number
  refused_code: number
  refused_since: Date
  refused_from: string
  refused_widely: boolean
}

interface Log {
  rootId: string
  /** Null for the operator's own people. */
  agencyId: string | null
}

/**
 * Logs refused sign-ins to existing accounts. This is not done where they happen, because log entries wait for one another: a
 * stranger must not be able to delay others, or to learn from timing which accounts exist. A log that fails does not hold up
 * the others.
 */
export const logFailedSignInsJob: Job = {
  name: 'log-failed-sign-ins',
  everyMinutes: 1,
  async run(platform) {
    const since = new Date(machineTime(platform.clock) - told_every_ms)
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      `select distinct root_id from sign_in_failure refused join credential using (user_id)
       where refused_since is not null and (told_at is null or told_at <= $1)`,
      [since],
    )
    for (const { root_id } of rows) {
      const logs = await findLogs(platform, root_id, since)
      await settleEach(platform, 'failed sign-ins could not be logged', logs, async (log) => {
        while ((await notifySome(platform, log, since)) === maxAtOnce);
      })
    }
  },
}

const findLogs = (platform: Platform, rootId: string, due: Date): Promise<Log[]> =>
  inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rows } = await tx.query<Log>(
      `select distinct person.root_id as "rootId", person.agency_id as "agencyId"
         from sign_in_failure refused join app_user person on person.id = refused.user_id
        where person.root_id = $1 and refused.refused_since is not null and (refused.told_at is null or refused.told_at <= $2)`,
      [rootId, due],
    )
    return rows
  })

const notifySome = (platform: Platform, { rootId, agencyId }: Log, due: Date): Promise<number> =>
  inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const now = new Date(machineTime(platform.clock))
    const { rows } = await tx.query<Row>(takeText, [rootId, due, now, maxAtOnce, agencyId])
    for (const row of rows) await logRow(tx, platform, row)
    return rows.length
  })

/** Returns the previous counts and resets them. */
const takeText = `
  with due as (
    select refused.*, person.root_id, person.agency_id, person.kind, person.full_name
    from sign_in_failure refused join app_user person on person.id = refused.user_id
    where person.root_id = $1 and person.agency_id is not distinct from $5::uuid
      and refused.refused_since is not null and (refused.told_at is null or refused.told_at <= $2)
    order by refused.told_at nulls first limit $4 for update of refused skip locked)
  update sign_in_failure refused set told_at = $3, refused_password = 0, refused_waiting = 0, refused_place = 0,
    refused_code = 0, refused_since = null, refused_widely = false
  from due where due.user_id = refused.user_id and due.device_hash = refused.device_hash
  returning due.*`

const logRow = (tx: Tx, platform: Platform, row: Row): Promise<void> =>
  recordActivity(
    tx,
    { platform, address: row.refused_from, requestId: '', caller: null, object: null },
    {
      action: 'security.signInRefused',
      place: { rootId: row.root_id, agencyId: row.agency_id, clientId: null },
      subjectId: row.user_id,
      target: { kind: 'user', id: row.user_id, name: row.full_name },
      description: describe(row),
    },
  )

/** `Jo Lee: 7 sign-ins refused since 2026-11-20 12:00 UTC: wrong password (5), the account waits (2).` */
function describe(row: Row): string {
  const reasons: readonly (readonly [string, number])[] = [
    ['wrong password', row.refused_password],
    ['the account waits', row.refused_waiting],
    ['not for this site, or closed', row.refused_place],
    ['wrong code', row.refused_code],
  ]
  const failures = reasons.filter(([, count]) => count > 0)
  const total = failures.reduce((sum, [, count]) => sum + count, 0)
  const since = row.refused_since.toISOString().slice(0, 16).replace('T', ' ')
  const words = failures.map(([reason, count]) => `${reason} (${count})`).join(', ')
  const from = row.refused_widely ? ' From several addresses; the last one is kept.' : ''
  return `${row.full_name}: ${total} ${total === 1 ? 'sign-in' : 'sign-ins'} refused since ${since} UTC: ${words}.${from}`
}
