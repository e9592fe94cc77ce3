import type { Tx } from '#server/platform/database/tx.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { planted } from '#server/platform/planted-fault.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Match, MatchKey } from './resolve/batch.ts'

// A lead that was given back speaks against the way by which its person was found (decision 67).

type Way = 'hash' | 'cookie' | 'signal' | 'company'

/** What a return leaves of a match’s confidence for the agency’s other clients, and after how many it is none at all. */
const kept = 0.5
const mostReturns = 3

const wayOf = (key: MatchKey): Way => (key === 'md5' || key === 'sha1' || key === 'sha256' ? 'hash' : key)

interface Doubt {
  personId: number
  clientId: string
  way: Way
  returns: number
}

/** What was given back of some people’s leads, of an agency. */
export class Doubts {
  readonly #byPerson = new Map<number, Doubt[]>()

  constructor(doubts: readonly Doubt[] = []) {
    for (const doubt of doubts)
      this.#byPerson.set(doubt.personId, [...(this.#byPerson.get(doubt.personId) ?? []), doubt])
  }

  /**
   * The match as far as it is still trusted. The client who gave a lead of it back gets none by it again; for others of the
   * agency each return halves its confidence, and the third ends it. A cookie was linked by a hash, so what speaks against
   * the hash speaks against the cookie; a cookie itself is its client’s alone.
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

/** Most agencies have none, which one look at an index tells. */
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

/** Notes that a lead which this way made was given back. */
export async function noteDoubt(
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
