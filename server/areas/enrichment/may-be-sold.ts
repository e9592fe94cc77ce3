import { freshFor_ms, leastInformation } from '#contract/identity/advance-information.ts'
import type { FoundPerson } from '#server/areas/identity/public.ts'
import { readExclusions } from '#server/areas/leads/public.ts'
import type { Book } from '#server/areas/ledger/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** Whose list it is, and which campaign's leads are on it. */
interface Buyer {
  clientId: string
  campaignId: string | null
}

/**
 * Tells whether somebody may be sold: not who opted out, is on an exclusion list that holds for the client, or lives where
 * the agency lets nobody be identified.
 */
export async function readPermissions(
  tx: Tx,
  book: Book,
  { clientId, campaignId }: Buyer,
  persons: readonly FoundPerson[],
): Promise<(person: FoundPerson) => boolean> {
  const found = await readExclusions(tx, book, () => new Set(persons.flatMap(({ hashes }) => hashes)))
  const holds = [null, clientId, campaignId]
  const excluded = new Set(found.filter(({ of }) => holds.includes(of)).map(({ hash }) => hash))
  const { rows } = await tx.query<{ states: string[] }>(
    'select forbidden_states as states from brand where company_id = $1',
    [book.agencyId],
  )
  const forbidden = new Set(rows[0]?.states)
  return ({ optedOut, hashes, state }) =>
    !optedOut && !(state !== null && forbidden.has(state)) && !hashes.some((hash) => excluded.has(hash))
}

/** As much as Enhance ID promises of each lead: lately verified, and with enough kinds of information known. */
export const isKnownWell = ({ verifiedAt_ms, knownFields }: FoundPerson, now_ms: number): boolean =>
  verifiedAt_ms >= now_ms - freshFor_ms && knownFields >= leastInformation
