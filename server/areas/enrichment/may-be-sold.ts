import { freshFor_ms, minInformation } from '#contract/identity/advance-information.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import { readExclusions } from '#server/areas/leads/resolve/read-facts.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The client that owns the list, and the campaign whose leads are on it. */
interface Buyer {
  clientId: string
  campaignId: string | null
}

/**
 * Tells whether a person may be sold: not if they opted out, are on an exclusion list that applies to the client, or
 * live in a state where the agency forbids identification.
 */
export async function readPermissions(
  tx: Tx,
  book: Book,
  { clientId, campaignId }: Buyer,
  persons: readonly FoundPerson[],
): Promise<(person: FoundPerson) => boolean> {
  const exclusions = await readExclusions(tx, book, () => new Set(persons.flatMap(({ hashes }) => hashes)))
  const holds = [null, clientId, campaignId]
  const excludedHashes = new Set(exclusions.filter(({ of }) => holds.includes(of)).map(({ hash }) => hash))
  const { rows } = await tx.query<{ states: string[] }>(
    'select forbidden_states as states from brand where company_id = $1',
    [book.agencyId],
  )
  const forbiddenStates = new Set(rows[0]?.states)
  return ({ optedOut, hashes, state }) =>
    !optedOut && !(state !== null && forbiddenStates.has(state)) && !hashes.some((hash) => excludedHashes.has(hash))
}

/** The same quality that Enhance ID promises: recently verified, with enough kinds of information. */
export const isKnownWell = ({ verifiedAt_ms, knownFields }: FoundPerson, now_ms: number): boolean =>
  verifiedAt_ms >= now_ms - freshFor_ms && knownFields >= minInformation
