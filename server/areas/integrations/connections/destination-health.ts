import type { Cause } from '#contract/integrations/causes.ts'
import type { destinationStatuses } from '#contract/integrations/destinations.ts'
import type { Outcome } from '../deliveries/send-delivery.ts'

/** A destination's recent delivery health. */
export interface Health {
  status: (typeof destinationStatuses)[number]
  consecutiveFailures: number
  failingSince_ms: number | null
  cause: Cause | null
}

/** One failure may be chance or due to the lead; two in a row count against the destination. */
const failuresUntilFailing = 2
const failuresUntilDisabled = 20
const hoursUntilDisabled = 120

/** Our failures or the lead's, not the receiver's. */
const ours: ReadonlySet<Cause> = new Set(['lead_missing', 'lead_incomplete', 'internal'])
/** Shown on the destination, but our own mail server being down must never turn one off. */
const ofMailServer: ReadonlySet<Cause> = new Set([
  'mail_not_set_up',
  'mail_unreachable',
  'mail_timeout',
  'mail_deferred',
])

/** Nothing will arrive until someone acts: turned off at once, or after repeated failures. */
const endsAtOnce: ReadonlySet<Cause> = new Set([
  'gone',
  'token_expired',
  'renewal_interrupted',
  'app_removed',
  'disconnected',
])
const endsWhenRepeated: ReadonlySet<Cause> = new Set([
  'no_permission',
  'list_deleted',
  'nothing_chosen',
  'schema_changed',
  'quota',
])
const failuresUntilPaused = 3

/** The health after one more outcome. Pure: the recorder updates the queue accordingly. */
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
