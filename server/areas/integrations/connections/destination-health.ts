import type { Cause } from '#contract/integrations/causes.ts'
import type { destinationStatuses } from '#contract/integrations/destinations.ts'
import type { Outcome } from '../deliveries/send-delivery.ts'

/** How a destination has fared lately. */
export interface Health {
  status: (typeof destinationStatuses)[number]
  consecutiveFailures: number
  failingSince_ms: number | null
  cause: Cause | null
}

/** One failure may be the lead's or chance; from the second in a row on the destination is what fails. */
const failuresUntilFailing = 2
const failuresUntilDisabled = 20
const hoursUntilDisabled = 120

/** Not the receiver's doing at all: ours, or the lead's. */
const ours: ReadonlySet<Cause> = new Set(['lead_missing', 'lead_incomplete', 'internal'])
/** Shows on the destination, but nobody switches a destination off because our own mail server is down. */
const ofMailServer: ReadonlySet<Cause> = new Set(['mail_not_set_up', 'mail_unreachable', 'mail_timeout'])

/** Nothing will arrive until somebody does something: it is switched off at once, or when it happens again and again. */
const endsAtOnce: ReadonlySet<Cause> = new Set(['gone', 'token_expired', 'renewal_interrupted', 'disconnected'])
const endsWhenRepeated: ReadonlySet<Cause> = new Set(['no_permission', 'list_deleted', 'schema_changed', 'quota'])
const failuresUntilPaused = 3

/** What one more outcome makes of a destination. Pure: what follows for its queue is the recorder's task. */
export function healthAfter(health: Health, outcome: Pick<Outcome, 'delivered' | 'cause' | 'endedAt_ms'>): Health {
  const { cause } = outcome
  if (health.status === 'disabled') return health
  if (outcome.delivered) return { status: 'ok', consecutiveFailures: 0, failingSince_ms: null, cause: null }
  if (cause === null || ours.has(cause)) return health
  const consecutiveFailures = health.consecutiveFailures + 1
  const failingSince_ms = health.failingSince_ms ?? outcome.endedAt_ms
  const failedLong =
    consecutiveFailures >= failuresUntilDisabled &&
    outcome.endedAt_ms - failingSince_ms >= hoursUntilDisabled * 3_600_000 &&
    !ofMailServer.has(cause)
  const isRepeated = cause === health.cause || health.cause === null
  const isPermanent =
    endsAtOnce.has(cause) || (endsWhenRepeated.has(cause) && isRepeated && consecutiveFailures >= failuresUntilPaused)
  const failing = consecutiveFailures >= failuresUntilFailing ? 'failing' : health.status
  return { status: isPermanent || failedLong ? 'disabled' : failing, consecutiveFailures, failingSince_ms, cause }
}
