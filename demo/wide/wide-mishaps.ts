import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pathOf } from '../world.ts'

const day_ms = 86_400_000
/** The client whose own server has refused leads for two days. */
const client = 'Bayou Garage Doors'

/** Seeds a destination that fails. Other mishaps come from cards, sites, imports and domains of the wide world. */
export async function seedFailingDestination({ appPool, clock }: Platform): Promise<void> {
  const { rootId, agencyId, clientId } = pathOf(client)
  await inScope(appPool, { kind: 'agency', rootId, agencyId: agencyId! }, (tx) =>
    tx.query(
      `update destination set status = 'failing', consecutive_failures = 7, failing_since = $3, warned_at = $3,
              last_error_code = 'receiver_error'
        where agency_id = $1 and client_id = $2 and kind = 'webhook' and status = 'ok'`,
      [agencyId, clientId, new Date(clock.now() - 2 * day_ms)],
    ),
  )
}
