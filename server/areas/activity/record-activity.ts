import { longestDescription, type ActivityAction } from '#contract/activity/actions.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Call, Caller, TenantPath } from '#server/platform/call.ts'
import { newId } from '#server/platform/ids.ts'
import { withoutSecrets, type Facts } from './without-secrets.ts'

export interface NewActivity {
  action: ActivityAction
  /** The tenant whose log shows it; by default the call's object, else the caller's own company. */
  place?: TenantPath
  /** The changed object, with its name at that time. */
  target?: { kind: string; id: string; name?: string }
  /** The person whose account it concerns, if any. */
  subjectId?: string
  campaignId?: string
  /** One sentence in plain English, truncated to 1,000 characters. */
  description?: string
  /** The reason that the actor gave. */
  reason?: string
  /** Only changed values, before and after. Values under names of secrets are omitted, long ones truncated. */
  from?: Facts
  to?: Facts
  /** The actor, for calls whose caller has no session yet or no longer. */
  actor?: { userId: string; kind: string; asId?: string; sessionId?: string }
}

/** What the log takes from a call: its caller is null for what no session does. */
export type ActivityBy = Pick<Call, 'platform' | 'address' | 'requestId' | 'caller' | 'object'>

/**
 * Logs who did what, as whom, to what and from where, in the transaction of the change, so that neither exists without
 * the other. It is written with the commit, because from there on all other entries of the same book wait.
 */
export async function recordActivity(tx: Tx, call: ActivityBy, entry: NewActivity): Promise<void> {
  await insertActivity(tx, call, entry, 'server')
}

/** Like `recordActivity`, for what a browser reports; stored separately from what the server saw. */
export async function recordReportedActivity(tx: Tx, call: ActivityBy, entry: NewActivity): Promise<void> {
  await insertActivity(tx, call, entry, 'browser')
}

/** The statement that adds an entry; exported for benchmarks. */
export const insertActivityText = `
  insert into activity (id, root_id, agency_id, client_id, at, action, actor_id, actor_kind, on_behalf_of, subject_id, session_id,
    request_id, target_kind, target_id, target_name, campaign_id, description, reason, before, after, source, address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`

const recordedTxs = new WeakSet<Tx>()

/** Whether this transaction has already logged an entry. */
export const hasRecorded = (tx: Tx): boolean => recordedTxs.has(tx)

async function insertActivity(
  tx: Tx,
  call: ActivityBy,
  entry: NewActivity,
  toldBy: 'server' | 'browser',
): Promise<void> {
  const { caller, platform } = call
  const place = entry.place ?? call.object ?? caller
  if (!place) throw new Error(`${entry.action} has neither a caller nor a place`)
  recordedTxs.add(tx)
  const now_ms = machineTime(platform.clock)
  const who = actorOf(call, entry)
  const values = [
    newId(now_ms),
    place.rootId,
    place.agencyId,
    place.clientId,
    new Date(now_ms).toISOString(),
    entry.action,
    who.actorId,
    who.kind,
    who.asId,
    entry.subjectId ?? null,
    who.sessionId,
    call.requestId,
    entry.target?.kind ?? null,
    entry.target?.id ?? null,
    textOf(entry.target?.name),
    entry.campaignId ?? null,
    textOf(entry.description),
    textOf(entry.reason),
    jsonOf(entry.from),
    jsonOf(entry.to),
    toldBy,
    call.address,
  ]
  // Sign-in runs before a scope is known, and sales staff see no rows: their actions still belong to a book.
  if (tx.scope.kind !== 'none' && tx.scope.kind !== 'staff')
    return tx.beforeCommit('insert-activity', insertActivityText, values)
  await tx.query(`set local app.root_id = '${uuidOnly(place.rootId)}'`)
  await tx.prepared('insert-activity', insertActivityText, values)
  await tx.query(`set local app.root_id = ''`)
}

/** `set` takes no parameters, so only a validated id may be put into the statement. */
function uuidOnly(text: string): string {
  if (!/^[0-9a-f-]{36}$/.test(text)) throw new TypeError('a root’s id is not a UUID')
  return text
}

interface Who {
  actorId: string | null
  kind: string | null
  asId: string | null
  sessionId: string | null
}

/** In view mode the actor is the viewer, and the person viewed is recorded as `on_behalf_of` (SEC-6). */
function actorOf({ caller }: ActivityBy, { actor }: NewActivity): Who {
  if (actor) {
    return {
      actorId: actor.userId,
      kind: actor.kind,
      asId: actor.asId ?? actor.userId,
      sessionId: actor.sessionId ?? caller?.sessionId ?? null,
    }
  }
  if (!caller) return { actorId: null, kind: null, asId: null, sessionId: null }
  return {
    actorId: caller.actor?.userId ?? caller.userId,
    kind: caller.actor?.kind ?? kindOf(caller),
    asId: caller.userId,
    sessionId: caller.sessionId,
  }
}

/** A key of the operator, as opposed to an agency's: an agency sees neither who used it nor where its software runs. */
export const rootKey = 'rootDeveloper'
const kindOf = ({ kind, agencyId }: Caller): string => (kind === 'developer' && agencyId === null ? rootKey : kind)

/** PostgreSQL accepts neither the null character nor half of a surrogate pair. */
const textOf = (text: string | undefined): string | null =>
  text === undefined || text === ''
    ? null
    : text
        .replaceAll('\0', '')
        .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
        .slice(0, longestDescription)

const jsonOf = (facts: Facts | undefined): string | null =>
  facts === undefined ? null : JSON.stringify(withoutSecrets(facts))
