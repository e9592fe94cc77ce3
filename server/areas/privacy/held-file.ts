import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { readKnownPeople } from '#server/areas/identity/deletions/delete-people.ts'
import { readHeld, readOptOuts, readSearches, type HeldPerson } from '#server/areas/identity/read-held.ts'
import { readDisclosures, type Disclosure } from '#server/areas/integrations/deliveries/read-disclosures.ts'
import { listAgencies } from '#server/areas/leads/list-agencies.ts'
import { readTraces } from '#server/areas/leads/read/read-traces.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readAddress } from './deletion.ts'
import { kept_for } from './kept-for.ts'
import { readLists, readRootList, type KnownBy, type ListWithPerson } from './read-lists.ts'
import type { ShownRequest } from './requests.ts'

/** What a person states to see values, not only kinds of them. */
export interface Statement {
  lastName: string
  zip: string
  /** That they are the person. */
  isDeclared: boolean
}

/**
 * What is held about whoever has the request's address, by source, and to whom it was sold or disclosed. A mailbox is one proof; several
 * people may read it. So kinds and names of receivers are shown to everybody who has it, values only to who also states the
 * last name and ZIP code held, and declares to be the person.
 */
export async function readHeldFile(
  platform: Platform,
  owner: Pick<HostOwner, 'rootId' | 'agencyId'>,
  request: ShownRequest & { hashes: string[] },
  statement: Statement,
) {
  const keys = await readKnownBy(platform, owner, request)
  const persons = await readHeld(platform.identityPool, keys.personIds)
  const traces = await readOfAgencies(platform, owner.rootId, keys)
  const confirmedIds = new Set(persons.flatMap(({ id, facts }) => (isConfirmed(facts, statement) ? [id] : [])))
  const isShown = (personId: number | null): boolean =>
    personId === null ? confirmedIds.size > 0 : confirmedIds.has(personId)
  const searches = await readSearches(platform.identityPool, keys.personIds)
  return {
    request: request.number,
    made_at: dateOf(platform.clock.now()).toISOString(),
    held: persons.map((person) => describePerson(person, confirmedIds.has(person.id))),
    opted_out: (await readOptOuts(platform.identityPool, keys.hashes)).map(({ reason, since }) => ({
      reason,
      since: since.toISOString(),
    })),
    searches_and_pages_read: {
      count: searches.length,
      ...listOf(searches, isShown, ({ at, kind, phrase, zip }) => ({ at: at.toISOString(), kind, phrase, zip })),
    },
    visits_recognized: traces.visits.length,
    ...listOf(
      traces.visits,
      isShown,
      ({ at, client, kind, page_url, title, referrer_host, phrases }) => ({
        at: at.toISOString(),
        site_of: client,
        kind,
        page: page_url,
        title,
        came_from: referrer_host,
        searched_for: phrases,
      }),
      'visits',
    ),
    browsers_linked: traces.browsers,
    concluded: traces.inferences.map(({ person_id: personId, kind, client, at }) => ({
      kind,
      ...(isShown(personId) && { for: client, at: at?.toISOString() ?? null }),
    })),
    lists: traces.lists.map((list) => describeList(list, isShown(list.person_id))),
    disclosed: traces.disclosures.map((disclosure) =>
      describeDisclosure(
        disclosure,
        disclosure.person_id === null ? isConfirmed(disclosure.facts, statement) : isShown(disclosure.person_id),
      ),
    ),
    kept_for,
  }
}
export type HeldFile = Awaited<ReturnType<typeof readHeldFile>>

async function readKnownBy(
  platform: Platform,
  owner: Pick<HostOwner, 'rootId' | 'agencyId'>,
  { id, hashes }: { id: string; hashes: string[] },
): Promise<KnownBy> {
  const { rootId, agencyId } = owner
  const email = await readAddress(platform, { rootId, agencyId: agencyId ?? rootId, requestId: id })
  const people = await readKnownPeople(platform.identityPool, hashes)
  return { ...people, emails: [...new Set([...people.emails, ...(email === null ? [] : [email])])] }
}

/** Visits are not in the order of people. */
const longestScan_ms = 60_000

async function readOfAgencies(platform: Platform, rootId: string, known: KnownBy) {
  const { appPool } = platform
  const rootLists = await inScope(appPool, { kind: 'root', rootId }, (tx) => readRootList(tx, rootId, known.hashes), {
    readOnly: true,
  })
  const parts: Awaited<ReturnType<typeof readOfAgency>>[] = []
  for (const agencyId of await listAgencies(appPool, rootId))
    parts.push(await readOfAgency(platform, { rootId, agencyId }, known))
  return {
    browsers: parts.reduce((sum, { traces }) => sum + traces.browsers, 0),
    visits: parts.flatMap(({ traces }) => traces.visits),
    inferences: parts.flatMap(({ traces }) => traces.inferences),
    lists: [...rootLists, ...parts.flatMap(({ lists }) => lists)],
    disclosures: parts.flatMap(({ disclosures }) => disclosures).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }
}

const readOfAgency = (platform: Platform, book: { rootId: string; agencyId: string }, known: KnownBy) =>
  inScope(
    platform.appPool,
    { kind: 'agency', ...book },
    async (tx) => ({
      disclosures: await readDisclosures(tx, book.agencyId, known),
      traces: await readTraces(tx, book.agencyId, known.personIds),
      lists: await readLists(tx, book.agencyId, known),
    }),
    { readOnly: true, statementTimeout_ms: longestScan_ms },
  )

const isConfirmed = (facts: HeldPerson['facts'], { lastName, zip, isDeclared }: Statement): boolean =>
  isDeclared && isSame(facts['last_name'], lastName) && isSame(facts['zip']?.slice(0, 5), zip.trim().slice(0, 5))

const isSame = (held: string | null | undefined, typed: string): boolean =>
  (held ?? '').trim() !== '' && held!.trim().toLowerCase() === typed.trim().toLowerCase()

/** Rows of people who are confirmed; left out if there are none. */
function listOf<Row extends { person_id: number }, Shown, Name extends string = 'list'>(
  rows: readonly Row[],
  isShown: (personId: number) => boolean,
  describe: (row: Row) => Shown,
  name = 'list' as Name,
): Partial<Record<Name, Shown[]>> {
  const shownRows = rows.filter((row) => isShown(row.person_id)).map(describe)
  return (shownRows.length > 0 ? { [name]: shownRows } : {}) as Partial<Record<Name, Shown[]>>
}

const describePerson = ({ source, updated_at, facts, traits, hashes }: HeldPerson, isShown: boolean) => ({
  source,
  last_in_a_file: updated_at.toISOString(),
  ...factsOf(facts, isShown),
  ...traitsOf(traits, isShown),
  hashes_of_addresses: hashes,
})

/** What it is called may say something of the people on it. */
const describeList = ({ kind, by, name, since, added, bought_at }: ListWithPerson, isShown: boolean) => ({
  kind,
  by,
  ...(isShown && { name }),
  since: since.toISOString(),
  ...(bought_at && added && { sold_to_it_at: bought_at.toISOString(), ...traitsOf(added, isShown) }),
})

const describeDisclosure = (
  { at, client, agency, page_url, facts, traits, sent_to }: Disclosure,
  isShown: boolean,
) => ({
  at: at.toISOString(),
  to: client,
  through: agency,
  ...(isShown && { after_a_visit_to: page_url }),
  ...factsOf(facts, isShown),
  ...(Object.keys(traits).length > 0 && traitsOf(traits, isShown)),
  sent_on_to: sent_to,
})

type Values = Readonly<Record<string, string | null>>

/** Values by kind, or only which kinds have one. */
const factsOf = (facts: Values, isShown: boolean): { facts?: Values; kinds_of_facts?: string[] } =>
  isShown ? { facts: withoutEmpty(facts) } : { kinds_of_facts: Object.keys(withoutEmpty(facts)) }

const traitsOf = (
  traits: Values,
  isShown: boolean,
): { inferences_and_traits?: Values; kinds_of_inferences_and_traits?: string[] } =>
  isShown
    ? { inferences_and_traits: withoutEmpty(traits) }
    : { kinds_of_inferences_and_traits: Object.keys(withoutEmpty(traits)) }

const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
