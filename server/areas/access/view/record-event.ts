import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Call, TenantPath } from '#server/platform/http/call.ts'
import { newId } from '#server/platform/ids.ts'

interface Event {
  /** Who did it. */
  actorId: string
  action: string
  /** Whose account it concerns. */
  subject: TenantPath & { userId: string }
  sessionId: string
  reason?: string
}

/** Adds to the log who did what as whom. In a transaction of its own or in that of what is done. */
export async function recordEvent(
  tx: Tx,
  { platform, address }: Pick<Call, 'platform' | 'address'>,
  { actorId, action, subject, sessionId, reason }: Event,
): Promise<void> {
  const now_ms = machineTime(platform.clock)
  await tx.query(
    `insert into security_event
       (id, root_id, agency_id, client_id, actor_id, subject_id, session_id, action, reason, address, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      newId(now_ms),
      subject.rootId,
      subject.agencyId,
      subject.clientId,
      actorId,
      subject.userId,
      sessionId,
      action,
      reason ?? null,
      address,
      new Date(now_ms),
    ],
  )
}
