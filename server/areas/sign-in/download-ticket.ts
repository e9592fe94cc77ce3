import type { makeDownloadTicket } from '#contract/sign-in/session.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Caller, SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callerOf } from './caller-of.ts'
import { findPerson } from './find-person.ts'

const ticketLife_ms = 60_000
/** How long a download can be resumed, from its first request. */
const resumableFor_ms = 6 * 3_600_000

/** Creates a ticket for one download by navigation, which cannot send a bearer token (OQ-50). */
export const handleMakeDownloadTicket: Handler<typeof makeDownloadTicket> = ({ body }, call) =>
  call.inScope(async (tx) => {
    const ticket = await makeTicket(tx, call, body.path)
    await recordActivity(tx, call, { action: 'data.downloadAsked', to: { path: body.path.split('?')[0] } })
    return ticket
  })

/** Issues the caller a ticket for exactly this path. */
export async function makeTicket(
  tx: Tx,
  { platform, caller }: Pick<SignedInCall, 'platform' | 'caller'>,
  path: string,
): Promise<{ ticket: string; expires_in: number }> {
  const ticket = newToken()
  await tx.query('insert into download_ticket values ($1, $2, $3, $4)', [
    hashToken(ticket),
    caller.sessionId,
    path,
    new Date(machineTime(platform.clock) + ticketLife_ms),
  ])
  return { ticket, expires_in: ticketLife_ms / 1_000 }
}

interface TicketRow {
  session_id: string
  user_id: string
  root_id: string
  path: string
  expires_at: Date
  host: string
}

interface RequestedDownload {
  path: string
  host: string
  /** An interrupted download is requested again with the same ticket. */
  isResumable: boolean
}

/** Uses up a ticket, even if it turns out not to match: it has been exposed. */
export async function redeemTicket(
  platform: Platform,
  ticket: string,
  request: RequestedDownload,
): Promise<Caller | null> {
  const now_ms = machineTime(platform.clock)
  const use = request.isResumable ? useAgain : useOnce
  const row = await use(platform, hashToken(ticket), now_ms, request.path)
  if (!row || row.path !== request.path || row.host !== request.host || row.expires_at.getTime() <= now_ms) return null
  const person = await findPerson(platform, row.root_id, row.user_id)
  return person && callerOf(person, row.session_id)
}

type Use = (platform: Platform, hash: Buffer, now_ms: number, path: string) => Promise<TicketRow | undefined>

const liveSession = `session.id = session_id and session.revoked_at is null
  and session.idle_expires_at > $2 and session.ends_at > $2`
const columns = 'session_id, session.user_id, session.root_id, path, session.host'

const useOnce: Use = async ({ appPool }, hash, now_ms) => {
  const { rows } = await appPool.query<TicketRow>(
    `delete from download_ticket using session where ticket_hash = $1 and ${liveSession}
     returning ${columns}, expires_at`,
    [hash, new Date(now_ms)],
  )
  return rows[0]
}

/** The first use extends the ticket, for a large file on a slow connection. It still ends with the session. */
const useAgain: Use = async ({ appPool }, hash, now_ms, path) => {
  const { rows } = await appPool.query<TicketRow>(
    `update download_ticket set is_used = true, expires_at = case when is_used then expires_at else $3 end
       from session where ticket_hash = $1 and path = $4 and expires_at > $2 and ${liveSession}
     returning ${columns}, download_ticket.expires_at`,
    [hash, new Date(now_ms), new Date(now_ms + resumableFor_ms), path],
  )
  return rows[0]
}
