import { timingSafeEqual } from 'node:crypto'
import type { Language } from '#contract/core/language.ts'
import { dueAt_ms } from '#contract/privacy/choices.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { allHashesOf } from '#server/areas/identity/email-hashes.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailRequestCode } from './mail-code.ts'
import { newSigns, scopeOf } from './request-signs.ts'

/** How long a mailed code works, and how often one may be mistyped. */
const requestCodeLife_ms = 15 * 60_000
const maxTries = 5

/** What a person sees of their request. */
export interface ShownRequest {
  id: string
  number: string
  received_at: Date
  due_at: Date
  proved_at: Date
  /** When the answer was first fetched. */
  done_at: Date | null
  /** The hashes of the address (hex); null when its time is over. */
  hashes: string[] | null
}

const pathOf = (owner: HostOwner) => ({ rootId: owner.rootId, agencyId: owner.agencyId ?? owner.rootId })

/** Records a request to see what is held, mails its code and returns its number. Nothing depends on whether the address is known. */
export async function startRequest(
  platform: Platform,
  owner: HostOwner,
  asked: { host: string; email: string; language: Language },
): Promise<string> {
  const path = pathOf(owner)
  const now_ms = platform.clock.now()
  const expires_ms = machineTime(platform.clock) + requestCodeLife_ms
  const [number, code] = [newSigns(10), newSigns(8)]
  await inScope(platform.appPool, scopeOf(path), async (tx) => {
    await tx.query(
      `insert into privacy_request (agency_id, id, root_id, kind, number, host, hashes, received_at, due_at, code_hash,
                                    code_expires_at, tries_left)
       values ($1, $2, $3, 'see', $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        path.agencyId,
        newId(now_ms),
        path.rootId,
        number,
        asked.host,
        binaryHexes(allHashesOf(asked.email)),
        dateOf(now_ms),
        dateOf(dueAt_ms('see', now_ms)),
        hashesOf(platform, 'code', number, code)[0],
        dateOf(expires_ms),
        maxTries,
      ],
    )
    const shownCode = `${code.slice(0, 4)}-${code.slice(4)}`
    await mailRequestCode(tx, platform, { owner, ...asked, number, code: shownCode, expires_ms })
  })
  return number
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
    await tx.query(
      `update privacy_request set proved_at = $3, key_hash = $4, code_hash = null, code_expires_at = null, tries_left = 0
        where agency_id = $1 and number = $2`,
      [...values, dateOf(platform.clock.now()), hashesOf(platform, 'key', typed.number, key)[0]],
    )
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
        `select id, number, received_at, due_at, proved_at, done_at,
                (select array_agg(encode(hash, 'hex')) from unnest(hashes) as hash) as hashes
           from privacy_request where agency_id = $1 and number = $2 and key_hash = any($3::bytea[])`,
        [path.agencyId, typed.number, hashesOf(platform, 'key', typed.number, typed.key)],
      ),
    { readOnly: true },
  )
  return rows[0] ?? null
}

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
