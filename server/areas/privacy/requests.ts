import { timingSafeEqual } from 'node:crypto'
import type { Language } from '#contract/core/language.ts'
import { dueAt_ms, type AskedKind } from '#contract/privacy/choices.ts'
import { appealAnswer_days, appealFor_days } from '#contract/privacy/state-laws.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { allHashesOf } from '#server/areas/identity/email-hashes.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lowestUuidAt, newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailRequestCode } from './mail-code.ts'
import { newSigns, scopeOf, type RequestPath } from './request-signs.ts'

/** How long a mailed code works, and how often one may be mistyped. */
const requestCodeLife_ms = 15 * 60_000
/** The person whose agent asked does not expect the code. */
const agentsCodeLife_ms = 7 * 24 * 3_600_000
const maxTries = 5
/** Codes that one address gets in an hour, however many networks ask: nobody's mailbox is filled. */
const maxCodes = 5
const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
/** Run by retention, which knows every table. */
export const deleteJobName = 'delete-people'

/** What a person sees of their request. */
export interface ShownRequest {
  id: string
  kind: AskedKind
  number: string
  state_code: string | null
  received_at: Date
  due_at: Date
  /** Null while the person has yet to confirm what an agent asked for. */
  proved_at: Date | null
  /** Who asks for the person; empty if they ask themselves. */
  agent: string
  /** When it was carried out, or the answer was first fetched. */
  done_at: Date | null
  extended_at: Date | null
  extension_reason: string
  has_wish: boolean
  outcome: 'done' | 'refused' | null
  answer: string
  appealed_at: Date | null
  appeal_due_at: Date | null
  appeal_decided_at: Date | null
  appeal_outcome: 'done' | 'refused' | null
  appeal_answer: string
  /** The hashes of the address (hex); null when its time is over. */
  hashes: string[] | null
}

interface AskedRequest {
  kind: AskedKind
  host: string
  email: string
  stateCode: string | null
  language: Language
  /** The name of an agent who says that they have the person's signed permission; empty if the person asks. */
  agent: string
}

/** What whoever asked is told: an agent also the key that opens the request once the person confirmed it. */
interface StartedRequest {
  number: string
  agentKey: string | null
}

/** The encryption contexts of what people write: bound to the row. */
export const wishSeal = (requestId: string): string => `privacy_request|wish_sealed|${requestId}`
export const appealSeal = (requestId: string): string => `privacy_request|appeal_sealed|${requestId}`

const pathOf = (owner: HostOwner) => ({ rootId: owner.rootId, agencyId: owner.agencyId ?? owner.rootId })

/** Records a request, and mails its code to the person, also if an agent asks. Nothing depends on whether the address is known. */
export async function startRequest(platform: Platform, owner: HostOwner, asked: AskedRequest): Promise<StartedRequest> {
  const path = pathOf(owner)
  const now_ms = platform.clock.now()
  const isAgents = asked.agent !== ''
  const expires_ms = machineTime(platform.clock) + (isAgents ? agentsCodeLife_ms : requestCodeLife_ms)
  const agentKey = isAgents ? newSigns(16) : null
  const [number, code] = [newSigns(10), newSigns(8)]
  const id = newId(now_ms)
  // Leads and uploaded lists hold the address as it is.
  const wish =
    asked.kind !== 'correct' ? platform.secrets.seal(JSON.stringify({ email: asked.email }), wishSeal(id)) : null
  const hashes = binaryHexes(allHashesOf(asked.email))
  await inScope(platform.appPool, scopeOf(path), async (tx) => {
    const isFlooded = (await countCodes(tx, path.agencyId, hashes, now_ms)) >= maxCodes
    await tx.query(
      `insert into privacy_request (agency_id, id, root_id, kind, number, host, hashes, received_at, due_at, code_hash,
                                    code_expires_at, tries_left, state_code, wish_sealed, agent, agent_key_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        path.agencyId,
        id,
        path.rootId,
        asked.kind,
        number,
        asked.host,
        hashes,
        dateOf(now_ms),
        dateOf(dueAt_ms(asked.kind, now_ms, asked.stateCode)),
        hashesOf(platform, 'code', number, code)[0],
        dateOf(expires_ms),
        maxTries,
        asked.stateCode,
        wish,
        asked.agent,
        agentKey === null ? null : hashesOf(platform, 'key', number, agentKey)[0],
      ],
    )
    if (isFlooded) return
    const shownCode = `${code.slice(0, 4)}-${code.slice(4)}`
    await mailRequestCode(tx, platform, { owner, ...asked, number, code: shownCode, expires_ms })
  })
  return { number, agentKey }
}

/** How many codes went to an address through this brand within the hour. */
async function countCodes(tx: Tx, agencyId: string, hashes: Buffer, now_ms: number): Promise<number> {
  const { rows } = await tx.query<{ codes: number }>(
    `select count(*)::int as codes from privacy_request
      where agency_id = $1 and id >= $2 and kind <> 'opt_out' and hashes && $3::bytea[]`,
    [agencyId, lowestUuidAt(now_ms - hour_ms), hashes],
  )
  return rows[0]!.codes
}

/**
 * The key of a request whose code was typed; null if it is wrong, used, expired or was mistyped too often. Each try is counted
 * before the code is compared, on this request alone: nobody else's code is used up by it.
 */
export async function proveRequest(
  platform: Platform,
  owner: HostOwner,
  typed: { number: string; code: string },
): Promise<string | null> {
  const path = pathOf(owner)
  const values = [path.agencyId, typed.number]
  return inScope(platform.appPool, scopeOf(path), async (tx) => {
    const { rows } = await tx.query<{ code_hash: Buffer }>(
      `update privacy_request set tries_left = tries_left - 1
        where agency_id = $1 and number = $2 and tries_left > 0 and code_expires_at > $3 and proved_at is null
        returning code_hash`,
      [...values, dateOf(machineTime(platform.clock))],
    )
    const storedHash = rows[0]?.code_hash
    const hashes = hashesOf(platform, 'code', typed.number, typed.code)
    if (!storedHash || !hashes.some((hash) => timingSafeEqual(storedHash, hash))) return null
    const key = newSigns(16)
    const answer = await tx.query<{ id: string; kind: AskedKind }>(
      `update privacy_request set proved_at = $3, key_hash = $4, code_hash = null, code_expires_at = null, tries_left = 0
        where agency_id = $1 and number = $2 returning id, kind`,
      [...values, dateOf(platform.clock.now()), hashesOf(platform, 'key', typed.number, key)[0]],
    )
    const { id, kind } = answer.rows[0]!
    if (kind === 'delete') await addJob(tx, deleteJobName, { ...path, requestId: id } satisfies RequestPath)
    return key
  })
}

/** The request with this number, for whoever has its key; null otherwise. */
export async function openRequest(
  platform: Platform,
  owner: HostOwner,
  typed: { number: string; key: string },
): Promise<ShownRequest | null> {
  const path = pathOf(owner)
  const { rows } = await inScope(
    platform.appPool,
    scopeOf(path),
    (tx) =>
      tx.query<ShownRequest>(
        `select id, kind, number, state_code, agent, received_at, due_at, proved_at, done_at, extended_at, extension_reason, outcome,
                wish_sealed is not null as has_wish, answer, appealed_at, appeal_due_at, appeal_decided_at, appeal_outcome, appeal_answer,
                (select array_agg(encode(hash, 'hex')) from unnest(hashes) as hash) as hashes
           from privacy_request where agency_id = $1 and number = $2 and (key_hash = any($3::bytea[]) or agent_key_hash = any($3::bytea[]))`,
        [path.agencyId, typed.number, hashesOf(platform, 'key', typed.number, typed.key)],
      ),
    { readOnly: true },
  )
  return rows[0] ?? null
}

/** Keeps what a person says is wrong, once: the operator answers it. */
export const saveWish = (platform: Platform, owner: HostOwner, requestId: string, text: string): Promise<unknown> =>
  inScope(platform.appPool, scopeOf(pathOf(owner)), (tx) =>
    tx.query(
      `update privacy_request set wish_sealed = $3
        where agency_id = $1 and id = $2 and kind = 'correct' and proved_at is not null and wish_sealed is null and done_at is null`,
      [pathOf(owner).agencyId, requestId, platform.secrets.seal(JSON.stringify({ text }), wishSeal(requestId))],
    ),
  )

/** Appeals a refusal, once and within its time. */
export const saveAppeal = (platform: Platform, owner: HostOwner, requestId: string, text: string): Promise<unknown> =>
  inScope(platform.appPool, scopeOf(pathOf(owner)), (tx) => {
    const now_ms = platform.clock.now()
    return tx.query(
      `update privacy_request set appealed_at = $3, appeal_due_at = $4, appeal_sealed = $5
        where agency_id = $1 and id = $2 and outcome = 'refused' and appealed_at is null and done_at > $6`,
      [
        pathOf(owner).agencyId,
        requestId,
        dateOf(now_ms),
        dateOf(now_ms + appealAnswer_days * day_ms),
        platform.secrets.seal(JSON.stringify({ text }), appealSeal(requestId)),
        dateOf(now_ms - appealFor_days * day_ms),
      ],
    )
  })

/** Notes when a request was first answered. */
export async function markAnswered(platform: Platform, owner: HostOwner, requestId: string): Promise<void> {
  const path = pathOf(owner)
  await inScope(platform.appPool, scopeOf(path), (tx) =>
    tx.query('update privacy_request set done_at = coalesce(done_at, $3) where agency_id = $1 and id = $2', [
      path.agencyId,
      requestId,
      dateOf(platform.clock.now()),
    ]),
  )
}

/** The first is stored. */
const hashesOf = ({ secrets }: Platform, what: 'code' | 'key', number: string, signs: string): Buffer[] =>
  secrets.keyedHashes(`privacy request ${what} ${number} ${signs}`)
