import type { Pool } from 'pg'
import type { Condition, Definition } from '#contract/audiences/definition.ts'
import { today } from '#server/areas/audiences/list-ends.ts'
import { readInformation, type Work } from '#server/areas/identity/read-information.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'
import { dateOf } from '#server/platform/clock.ts'
import { byteaArray, plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import { conditionsOf, type Counts, type Known } from './judge.ts'
import { comparable, traitReaders } from './read-trait.ts'

const day_ms = 86_400_000
/** A visit id begins with the browser's time, which may be off by this much. */
const slack_ms = 3_600_000 * 25

/** Whose history is read, and until when. */
export interface HistoryQuery {
  tx: Tx
  identityPool: Pool
  agencyId: string
  clientId: string
  now_ms: number
}

type Of<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>
type Persons = ReadonlyMap<number, FoundPerson>

/** SQL for the campaigns of a client; $1 is the agency, $2 the client. */
export const campaignsOfClient = '(select id from campaign where agency_id = $1 and client_id = $2)'

/** SQL for page views: no conversions, searches, or visits rejected by the collector. */
export const isPage = `v.kind <> 'conversion' and v.search is null
  and v.reason not in ('host_not_allowed', 'no_origin', 'bot', 'datacentre')`

export const since = ({ now_ms }: Pick<HistoryQuery, 'now_ms'>, { within_days }: { within_days: number }): Date =>
  dateOf(now_ms - within_days * day_ms)

/** The lowest possible id of a visit in these days, so that older partitions are not scanned. */
export const lowestVisit = (
  { now_ms }: Pick<HistoryQuery, 'now_ms'>,
  { within_days }: { within_days: number },
): string => lowestUuidAt(now_ms - within_days * day_ms - slack_ms)

/** Counts how often these people met each condition of an audience. The cost depends only on their own events. */
export async function readKnown(history: HistoryQuery, definition: Definition, persons: Persons): Promise<Known> {
  const conditions = conditionsOf(definition)
  const information = await readTraits(history, conditions, persons)
  const facts = new Map<Condition, Counts>()
  for (const condition of conditions) facts.set(condition, await countFor(history, condition, persons, information))
  return facts
}

async function readTraits(
  { identityPool }: HistoryQuery,
  conditions: readonly Condition[],
  persons: Persons,
): Promise<ReadonlyMap<number, Work>> {
  const kinds = new Set(
    conditions.flatMap((condition) => (condition.kind === 'trait' ? traitReaders[condition.trait].needs : [])),
  )
  return kinds.size === 0 ? new Map() : readInformation(identityPool, [...persons.keys()], [...kinds])
}

const noFacts: Work = new Map()

async function countFor(
  history: HistoryQuery,
  condition: Condition,
  persons: Persons,
  information: ReadonlyMap<number, Work>,
): Promise<Counts> {
  if (persons.size === 0) return new Map()
  switch (condition.kind) {
    case 'trait':
      return once([...persons.values()].filter((one) => hasTrait(condition, one, information.get(one.id) ?? noFacts)))
    case 'visited':
      return countVisits(history, condition, persons)
    case 'lead':
      return readLeads(history, condition, persons)
    case 'converted':
      return readConverted(history, condition, persons)
    case 'searched':
      return readSearched(history, condition, persons)
    case 'excluded':
      return readExcluded(history, persons)
    case 'listed':
      return readListed(history, condition, persons)
  }
}

const once = (people: readonly { id: number }[]): Counts => new Map(people.map(({ id }) => [id, 1]))

function hasTrait({ trait, values }: Of<'trait'>, person: FoundPerson, work: Work): boolean {
  const value = traitReaders[trait].read(person, work)
  if (value === null) return false
  const ownKey = comparable(trait, value)
  return values.some((value) => comparable(trait, value) === ownKey)
}

/** Stops counting at the number the condition requires, so that long histories are not read. */
async function countVisits(history: HistoryQuery, condition: Of<'visited'>, persons: Persons): Promise<Counts> {
  const { rows } = await history.tx.query<{ id: number; times: number }>(
    `select asked.id, seen.times from unnest($3::bigint[]) as asked (id)
      cross join lateral (select count(*)::integer as times from (
        select from visit v where v.agency_id = $1 and v.client_id = $2 and v.person_id = asked.id and v.id >= $4
           and v.at >= $5 and ${isPage} and ($6 = '' or position($6 in lower(v.page_url)) > 0) limit $7) counted) seen
      where seen.times > 0`,
    [
      history.agencyId,
      history.clientId,
      plainArray([...persons.keys()]),
      lowestVisit(history, condition),
      since(history, condition),
      condition.page.toLowerCase(),
      condition.least,
    ],
  )
  return new Map(rows.map(({ id, times }) => [id, times]))
}

async function readLeads(history: HistoryQuery, condition: Of<'lead'>, persons: Persons): Promise<Counts> {
  const { rows } = await history.tx.query<{ id: number }>(
    `select distinct l.person_id as id from lead l
      where l.agency_id = $1 and l.client_id = $2 and l.person_id = any($3::bigint[]) and l.kind = 'lead' and l.created_at >= $4
        and ${ofOrganization('$5')}`,
    [
      history.agencyId,
      history.clientId,
      plainArray([...persons.keys()]),
      since(history, condition),
      condition.organization_id || null,
    ],
  )
  return once(rows)
}

/** SQL for leads `l` of campaigns linked to the given organization, if any. */
export const ofOrganization = (parameter: string): string =>
  `(${parameter}::uuid is null or l.campaign_id in
     (select id from campaign where agency_id = $1 and client_id = $2 and marketing_organization_id = ${parameter}::uuid))`

async function readConverted(history: HistoryQuery, condition: Of<'converted'>, persons: Persons): Promise<Counts> {
  const { rows } = await history.tx.query<{ id: number }>(
    `select distinct person_id as id from conversion
      where agency_id = $1 and campaign_id in ${campaignsOfClient} and person_id = any($3::bigint[]) and at >= $4`,
    [history.agencyId, history.clientId, plainArray([...persons.keys()]), since(history, condition)],
  )
  return once(rows)
}

/** SQL for searches `m` that matched a campaign's keywords with a phrase containing a text. */
export const holdsPhrase = (parameter: string): string =>
  `(${parameter} = '' or exists (select from jsonb_array_elements(m.signals) as s where position(${parameter} in lower(s ->> 'phrase')) > 0))`

async function readSearched(history: HistoryQuery, condition: Of<'searched'>, persons: Persons): Promise<Counts> {
  const { rows } = await history.tx.query<{ id: number }>(
    `select distinct m.person_id as id from search_match m
      where m.agency_id = $1 and m.campaign_id in ${campaignsOfClient} and m.person_id = any($3::bigint[])
        and m.last_at >= $4 and ${holdsPhrase('$5')}`,
    [
      history.agencyId,
      history.clientId,
      plainArray([...persons.keys()]),
      since(history, condition),
      condition.phrase.toLowerCase(),
    ],
  )
  return once(rows)
}

async function readExcluded(history: HistoryQuery, persons: Persons): Promise<Counts> {
  const { rows } = await history.tx.query<{ hash: string }>(
    `select encode(e.hash, 'hex') as hash from unnest($3::bytea[]) as asked (hash)
       join exclusion e on e.agency_id = $1 and e.hash = asked.hash and e.level = 'client' and e.client_id = $2`,
    [history.agencyId, history.clientId, hashesOf(persons)],
  )
  return onceBy(rows, persons)
}

/** An uploaded list is empty after its last day (decision 87). */
async function readListed(history: HistoryQuery, condition: Of<'listed'>, persons: Persons): Promise<Counts> {
  const { rows } = await history.tx.query<{ hash: string }>(
    `select encode(e.hash, 'hex') as hash from unnest($3::bytea[]) as asked (hash)
       join audience_list_entry e on e.agency_id = $1 and e.list_id = $4 and e.hash = asked.hash
       join audience_list l on l.agency_id = $1 and l.client_id = $2 and l.id = $4 and ${isInForce('$5')}`,
    [history.agencyId, history.clientId, hashesOf(persons), condition.list_id, today(history.now_ms)],
  )
  return onceBy(rows, persons)
}

/** SQL for a list `l` that has not expired by a date. */
export const isInForce = (day: string): string => `(l.ends_on is null or l.ends_on >= ${day}::date)`

const hashesOf = (persons: Persons): string => byteaArray([...persons.values()].flatMap(({ hashes }) => hashes))

function onceBy(rows: readonly { hash: string }[], persons: Persons): Counts {
  const listedHashes = new Set(rows.map(({ hash }) => hash))
  return once([...persons.values()].filter(({ hashes }) => hashes.some((hash) => listedHashes.has(hash))))
}
