import type { Tx } from '#server/platform/database/tx.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Match, MatchKey } from './resolve/batch.ts'

// A returned lead lowers the confidence of the key that matched its person (decision 67).

type Way = 'hash' | 'cookie' | 'signal' | 'company'

/** The factor per return for the agency’s other clients, and the number of returns after which a match is no longer used. */
const kept = 0.5
const mostReturns = 3

const wayOf = (key: MatchKey): Way => (key === 'md5' || key === 'sha1' || key === 'sha256' ? 'hash' : key)

interface Doubt {
  personId: number
  clientId: string
  way: Way
  returns: number
}

/** An agency's returned leads of some people. */
export class Doubts {
  readonly #byPerson = new Map<number, Doubt[]>()

  constructor(doubts: readonly Doubt[] = []) {
    for (const doubt of doubts)
      this.#byPerson.set(doubt.personId, [...(this.#byPerson.get(doubt.personId) ?? []), doubt])
  }

  /**
   * Adjusts a match by returns. The client who returned a lead gets none from the same match again; for the agency's other
   * clients each return halves its confidence, and the third ends it. A cookie was linked by a hash, so a doubt about the
   * hash also applies to the cookie; a cookie only belongs to one client.
   */
  trusted(match: Match, clientId: string): Match | null {
    const known = this.#byPerson.get(match.person.id)
    if (!known || planted('trust-returned-match')) return match
    const way = wayOf(match.key)
    const against = known.filter((doubt) =>
      way === 'cookie' ? doubt.way === 'hash' || (doubt.way === way && doubt.clientId === clientId) : doubt.way === way,
    )
    const returns = against.reduce((sum, doubt) => sum + doubt.returns, 0)
    if (returns === 0) return match
    if (returns >= mostReturns || against.some((doubt) => doubt.clientId === clientId)) return null
    return { ...match, confidence: match.confidence * kept ** returns }
  }
}

export type DoubtsOf = (personIds: () => Iterable<number>) => Promise<Doubts>

/** Most agencies have none, which one index lookup shows. */
export async function readDoubts(tx: Tx, agencyId: string, personIds: () => Iterable<number>): Promise<Doubts> {
  const { rows: any } = await tx.query<{ any: boolean }>(
    'select exists (select from match_doubt where agency_id = $1) as any',
    [agencyId],
  )
  if (!any[0]?.any) return new Doubts()
  const { rows } = await tx.query<Doubt>(
    `select person_id as "personId", client_id as "clientId", way, returns from match_doubt
      where agency_id = $1 and person_id = any($2::bigint[])`,
    [agencyId, plainArray([...personIds()])],
  )
  return new Doubts(rows)
}

/** Records that a lead from this match was returned. */
export async function recordDoubt(
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
