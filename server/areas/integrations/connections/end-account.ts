import { z } from 'zod'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { accountKind, serviceSlugs, type ServiceSlug } from '#contract/integrations/services.ts'
import type { Cause } from '#contract/integrations/causes.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Hook, HookRequest } from '#server/platform/http/hooks.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ServiceFailed } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { switchOff } from './change-destination.ts'
import { connectionColumns, type Connection } from './connection-row.ts'
import type { Health } from './destination-health.ts'
import { openSession } from './open-session.ts'
import { patience_ms } from './save-integration.ts'
import { queueWarning } from './warn-of-destination.ts'

const payload = z.object({ kind: accountKind, account: z.string() })

/** Where services report by themselves that an account's owner has removed us. */
export const serviceHooks: readonly Hook[] = serviceSlugs.map((kind) => ({
  path: `/hooks/services/${kind}`,
  take: (platform, request) => take(platform, kind, request),
}))

/** The service gets its 2xx after the commit, so it resends what wasn't stored. */
async function take(platform: Platform, kind: ServiceSlug, request: HookRequest): Promise<boolean> {
  const message = serviceOf(kind).readMessage?.(platform.config, request, machineTime(platform.clock))
  if (!message) return false
  const { ended } = message
  if (ended === null) return true
  await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    addJob(tx, endAccountJob.name, { kind, account: ended } satisfies z.output<typeof payload>),
  )
  return true
}

/**
 * Asks the service about each connection to the account, because the message may be late or repeated and the account
 * connected again since. Where access has ended, campaigns pause at once instead of with their next lead.
 */
export const endAccountJob: Job = {
  name: 'end-account',
  async run(platform, input) {
    const { kind, account } = payload.parse(input)
    const failures: unknown[] = []
    for (const rootId of await readRoots(platform)) {
      const connections = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
        find(tx, rootId, kind, account),
      )
      // One that cannot be asked now must not hold back the others.
      for (const connection of connections)
        await endIfOver(platform, connection).catch((error: unknown) => void failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  },
}

async function endIfOver(platform: Platform, connection: Connection): Promise<void> {
  if (await hasEnded(platform, connection)) await end(platform, connection)
}

async function find(tx: Tx, rootId: string, kind: string, account: string): Promise<Connection[]> {
  const { rows } = await tx.query<Connection>(
    `select ${connectionColumns} from connection
     where root_id = $1 and kind = $2 and account = $3 and status <> 'disconnected' order by agency_id, id`,
    [rootId, kind, account],
  )
  return rows
}

/** The service answered, and refuses us the account. */
const ends: ReadonlySet<Cause> = new Set(['token_expired', 'renewal_interrupted', 'no_permission', 'list_deleted'])

/** Throws if the service doesn't answer: the job is repeated. */
async function hasEnded(platform: Platform, connection: Connection): Promise<boolean> {
  try {
    await serviceOf(connection.kind).findAccount(await openSession(platform, connection, patience_ms))
    return false
  } catch (error) {
    const cause = error instanceof ServiceFailed ? error.answer.cause : null
    if (cause !== null && ends.has(cause)) return true
    // Somebody disconnected it in the meantime, or an earlier run has ended it.
    if (cause === 'disconnected' || cause === 'app_removed') return false
    throw error
  }
}

interface DestinationRow extends Omit<Health, 'failingSince_ms'> {
  id: string
  client_id: string
  failingSince: Date | null
  warnedAt: Date | null
}

/** Nothing happens to an account that was connected again since it was asked about. */
function end(platform: Platform, { rootId, agencyId, id, connectedAt }: Connection): Promise<void> {
  const now_ms = platform.clock.now()
  return inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const { rowCount } = await tx.query(
      `update connection set status = 'reconnect', cause = 'app_removed', updated_at = $4
       where agency_id = $1 and id = $2 and connected_at = $3 and status <> 'disconnected'`,
      [agencyId, id, connectedAt, dateOf(now_ms)],
    )
    if (rowCount === 0) return
    const { rows } = await tx.query<DestinationRow>(
      `select id, client_id, status, consecutive_failures as "consecutiveFailures", failing_since as "failingSince",
         last_error_code as cause, warned_at as "warnedAt"
       from destination
       where agency_id = $1 and connection_id = $2 and removed_at is null and status <> 'disabled' order by id for update`,
      [agencyId, id],
    )
    for (const row of rows) {
      await switchOff(tx, { rootId, agencyId }, row, now_ms, 'app_removed')
      const before = { ...row, failingSince_ms: row.failingSince?.getTime() ?? null }
      const target = { rootId, agencyId, destinationId: row.id, warnedAt: row.warnedAt }
      await queueWarning(tx, target, before, { ...before, status: 'disabled' }, now_ms)
    }
    if (rows.length > 0)
      await signalDeliveries(tx, { rootId, agencyId }, [...new Set(rows.map(({ client_id }) => client_id))])
  })
}
