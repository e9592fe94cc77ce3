import type { Tx } from '#server/platform/database/tx.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Match, MatchKey } from './resolve/batch.ts'

// A returned lead lowers the confidence of the key that matched its person (decision 67).

type Way = 'hash' | 'cookie' | 'signal' | 'company'

/** The factor per return for the agency’s other clients, and the number of returns after which a match is no longer used. */
const confidencePerReturn = 0.5
const maxReturns = 3

const wayOf = (key: MatchKey): Way => (key === 'md5' || key === 'sha1' || key === 'sha256' ? 'hash' : key)

interface Mismatch {
  personId: number
  clientId: string
  way: Way
  returns: number
}

/** An agency's returned leads of some people. */
export class ReturnedLeads {
  readonly #byPerson = new Map<number, Mismatch[]>()

  constructor(mismatches: readonly Mismatch[] = []) {
    for (const mismatch of mismatches)
      this.#byPerson.set(mismatch.personId, [...(this.#byPerson.get(mismatch.personId) ?? []), mismatch])
  }

  /**
   * Adjusts a match by returns. The client who returned a lead gets none from the same match again; for the agency's other
   * clients each return halves its confidence, and the third ends it. A cookie was linked by a hash, so a mismatch about the
   * hash also applies to the cookie; a cookie only belongs to one client.
   */
  trusted(match: Match, clientId: string): Match | null {
    const mismatches = this.#byPerson.get(match.person.id)
    if (!mismatches || hasFault('trust-returned-match')) return match
    const way = wayOf(match.key)
    const against = mismatches.filter((mismatch) =>
      way === 'cookie'
        ? mismatch.way === 'hash' || (mismatch.way === way && mismatch.clientId === clientId)
        : mismatch.way === way,
    )
    const returns = against.reduce((sum, mismatch) => sum + mismatch.returns, 0)
    if (returns === 0) return match
    if (returns >= maxReturns || against.some((mismatch) => mismatch.clientId === clientId)) return null
    return { ...match, confidence: match.confidence * confidencePerReturn ** returns }
  }
}

export type ReturnedLeadsOf = (personIds: () => Iterable<number>) => Promise<ReturnedLeads>

/** Most agencies have none, which one index lookup shows. */
export async function readReturnedLeads(
  tx: Tx,
  agencyId: string,
  personIds: () => Iterable<number>,
): Promise<ReturnedLeads> {
  const { rows: any } = await tx.query<{ any: boolean }>(
    'select exists (select from match_doubt where agency_id = $1) as any',
    [agencyId],
  )
  if (!any[0]?.any) return new ReturnedLeads()
  const { rows } = await tx.query<Mismatch>(
    `select person_id as "personId", client_id as "clientId", way, returns from match_doubt
      where agency_id = $1 and person_id = any($2::bigint[])`,
    [agencyId, plainArray([...personIds()])],
  )
  return new ReturnedLeads(rows)
}

/** Records that a lead from this match was returned. */
export async function recordMismatch(
  tx: Tx,
  { rootId, agencyId }: Book,
  { personId, clientId, key }: { personId: number; clientId: string; key: MatchKey },
): Promise<void> {
  await tx.query(
    `insert into match_doubt (agency_id, person_id, client_id, way, root_id, returns) values ($1, $2, $3, $4, $5, 1)
     on conflict (agency_id, person_id, client_id, way) do update set returns = match_doubt.returns + 1`,
    [agencyId, personId, clientId, wayOf(key), rootId],
  )
}
