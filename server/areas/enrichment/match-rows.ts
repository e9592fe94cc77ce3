import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import { plainInformation } from '#contract/identity/advance-information.ts'
import { findPersons, type FoundPerson } from '#server/areas/identity/find-persons.ts'
import { findPhoneOwners } from '#server/areas/identity/find-phone-owners.ts'
import { readInformation } from '#server/areas/identity/read-information.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findEnrichment, matchJobName, type EnrichmentRow } from './enrichments.ts'
import { readHiddenNumbers } from './hidden-numbers.ts'
import { isKnownWell, readPermissions } from './may-be-sold.ts'
import { addedTo, keysOf, missingOf, readerOf, type MatchKey } from './read-row.ts'

const groupSize = 1_000

const payload = z.strictObject({ rootId: id, agencyId: id, id })
type Payload = z.infer<typeof payload>

/**
 * Matches a list's rows to people and their information, in batches. Each batch commits along with the progress, so an
 * interrupted job resumes there. Nothing is charged: the matches become the offer.
 */
export const matchEnrichmentJob: Job = {
  name: matchJobName,
  async run(platform, input) {
    const task = payload.parse(input)
    while (await inAgency(platform, task, (tx) => matchGroup(platform, tx, task)));
  },
}

const inAgency = <T>({ appPool }: Platform, { rootId, agencyId }: Payload, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(appPool, { kind: 'agency', rootId, agencyId }, work, { statementTimeout_ms: 60_000 })

/** A list's row; for a campaign's lead with its person and the kinds of information that it has. */
interface GivenRow {
  row: number
  cells: string[]
  personId: number | null
  known: string[] | null
}

interface Found {
  row: number
  personId: number
  key: MatchKey
  added: Record<string, string>
}

/** Returns whether more rows remain. */
async function matchGroup(platform: Platform, tx: Tx, { agencyId, id: enrichmentId }: Payload): Promise<boolean> {
  const one = await findEnrichment(tx, agencyId, enrichmentId, 'hold')
  // Already done, or its company was purged in the meantime.
  if (one?.status !== 'matching') return false
  const rows = await readGroup(tx, one)
  const matches = await matchRows(platform, tx, one, rows)
  await writeFound(tx, one, matches)
  const rowsDone = one.rowsDone + rows.length
  const isDone = rows.length < groupSize
  await tx.query(
    `update enrichment e set rows_done = $3, status = $4, rows_matched = counted.rows, people = counted.people
       from (select count(*)::int as rows, count(distinct person_id)::int as people from enrichment_row
              where agency_id = $1 and enrichment_id = $2 and person_id is not null) counted
      where e.agency_id = $1 and e.id = $2`,
    [agencyId, enrichmentId, rowsDone, isDone ? 'matched' : 'matching'],
  )
  return !isDone
}

async function readGroup(tx: Tx, { agencyId, id: enrichmentId, rowsDone }: EnrichmentRow): Promise<GivenRow[]> {
  const { rows } = await tx.query<GivenRow>(
    `select r.row, r.cells, lead.person_id as "personId",
            array(select jsonb_object_keys(coalesce(lead.information, '{}'))) as known
       from enrichment_row r left join lead on lead.agency_id = $1 and lead.id = r.lead_id
      where r.agency_id = $1 and r.enrichment_id = $2 and r.row > $3 order by r.row limit ${groupSize}`,
    [agencyId, enrichmentId, rowsDone],
  )
  return rows
}

async function matchRows(platform: Platform, tx: Tx, one: EnrichmentRow, rows: readonly GivenRow[]): Promise<Found[]> {
  const now_ms = platform.clock.now()
  const matches = await findNamed(platform, one, rows)
  const persons = [...new Map([...matches.values()].map(({ person }) => [person.id, person])).values()]
  const maySell = await readPermissions(tx, one, one, persons)
  const sellable = persons.filter((person) => isKnownWell(person, now_ms) && maySell(person))
  const ids = new Set(sellable.map((person) => person.id))
  const information = await readInformation(platform.identityPool, [...ids], plainInformation)
  const hiddenIds = await readHiddenNumbers(tx, one, [...ids])
  const readCells = readerOf(one)
  return rows.flatMap(({ row, cells, known }) => {
    const match = matches.get(row)
    if (!match || !ids.has(match.person.id)) return []
    const { key } = match
    const person = hiddenIds.has(match.person.id) ? { ...match.person, phone: null } : match.person
    const facts = information.get(person.id)
    const additions =
      key === 'lead' ? missingOf((kind) => known!.includes(kind), facts) : addedTo(readCells(cells), person, facts)
    return Object.keys(additions).length > 0 ? [{ row, personId: person.id, key, added: additions }] : []
  })
}

/** The person behind each row, by its most reliable key that matches someone. */
async function findNamed(
  { identityPool }: Platform,
  one: EnrichmentRow,
  rows: readonly GivenRow[],
): Promise<Map<number, { person: FoundPerson; key: MatchKey }>> {
  const readCells = readerOf(one)
  const rowKeys = one.campaignId === null ? rows.map(({ cells }) => keysOf(readCells(cells))) : []
  const phones = rowKeys.flatMap(({ phone }) => phone ?? [])
  const ownerOf = await findPhoneOwners(identityPool, [...new Set(phones)])
  const hashes = new Set(rowKeys.flatMap(({ hashes: own }) => own.map(([, hash]) => hash)))
  const ofLeads = one.campaignId === null ? [] : rows.flatMap(({ personId }) => personId ?? [])
  const people = await findPersons(identityPool, {
    hashes: [...hashes],
    ids: [...new Set([...ownerOf.values(), ...ofLeads])],
  })
  const matches = new Map<number, { person: FoundPerson; key: MatchKey }>()
  for (const [at, { row, personId }] of rows.entries()) {
    const keys = rowKeys[at]
    const ways: [MatchKey, number | undefined][] = keys
      ? [
          ...keys.hashes.map(([key, hash]): [MatchKey, number | undefined] => [key, people.personOf.get(hash)]),
          ['phone', ownerOf.get(keys.phone ?? '')],
        ]
      : [['lead', personId ?? undefined]]
    for (const [key, owner] of ways) {
      const person = people.persons.get(owner ?? -1)
      if (!person) continue
      matches.set(row, { person, key })
      break
    }
  }
  return matches
}

const writeFound = (
  tx: Tx,
  { agencyId, id: enrichmentId }: EnrichmentRow,
  matches: readonly Found[],
): Promise<unknown> =>
  tx.query(
    `update enrichment_row r set person_id = fresh.person_id, match_key = fresh.match_key, added = fresh.added
       from unnest($3::int[], $4::bigint[], $5::text[], $6::jsonb[]) as fresh (row, person_id, match_key, added)
      where r.agency_id = $1 and r.enrichment_id = $2 and r.row = fresh.row`,
    [
      agencyId,
      enrichmentId,
      matches.map(({ row }) => row),
      matches.map(({ personId }) => personId),
      matches.map(({ key }) => key),
      matches.map(({ added }) => JSON.stringify(added)),
    ],
  )
