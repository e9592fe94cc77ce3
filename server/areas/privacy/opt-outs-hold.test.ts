import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { readSupply } from '#contract/campaigns/supply.ts'
import { listEnhanceLocations } from '#contract/identity/advance-information.ts'
import type { ImportRow } from '#contract/identity/imports.ts'
import { estimateAudience, exportAudience } from '#contract/leads/audience-people.ts'
import { getPerson } from '#contract/leads/person.ts'
import { simulateCampaign } from '#contract/leads/simulation.ts'
import { searchVisits } from '#contract/leads/visits.ts'
import { recordOptOut } from '#server/areas/identity/opt-out.ts'
import { countSearchers, type SearcherCount } from '#server/areas/identity/signals/count-searchers.ts'
import { packSearchers } from '#server/areas/identity/signals/pack-searchers.ts'
import { makeB2bCampaign, setJob } from '#server/test/b2b-world.ts'
import { sourcesWith } from '#server/test/architecture/sources.ts'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'
import { createImportStage } from '#server/test/import-stage.ts'
import { definitionOf, makeAudience, makeAudienceList } from '#server/test/make-audience.ts'
import { md5, sha256, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'

// Opt-outs hold over all agencies and for ever: wherever the program reads people, whoever opted out is absent. Each file that
// reads them is named below with the way in which it is tried, or with the reason why nobody can be seen there.

const dataDir = mkdtempSync(join(tmpdir(), 'leadloom-opt-outs-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const { now, read, matched, matchedLeads } = useEnrichmentStage({ DATA_DIR: dataDir })
const minute_ms = 60_000

/** People of a state where nobody else lives; the first of them opts out. Ten are the fewest that are shown. */
let people: PipelinePerson[]
const home = { state: 'WY', zip: '82001', phone_e164: '+13075550101' }
beforeAll(async () => {
  people = []
  for (let n = 0; n < 10; n++)
    people.push(await now.world.makeCompletePerson(n === 0 ? home : { state: home.state, zip: home.zip }))
  await setJob(now.world, people[0]!, { company_domain: 'one-person.example' })
})

const acme = () => now.world.tree.acme
const ofClient = () => ({ agencyId: acme().id, clientId: acme().clients[0]!.id })
const asOwner = () => now.http.as(acme().owner)
const one = (): PipelinePerson => people[0]!

let phrases = 0
/** The person searches for what nobody else does. Returns the phrase. */
async function searchAnew(): Promise<string> {
  const text = `gutter z${++phrases}q`
  await now.world.search(one(), { text })
  return text
}

async function visitAnew() {
  now.world.clock.advance(minute_ms)
  return now.world.visit(await now.world.makeCampaign(), { hashes: [md5(one().email)] })
}

async function sizeOf(definition: ReturnType<typeof definitionOf>): Promise<number> {
  const body = { companyID: ofClient().clientId, definition }
  const { data } = (await asOwner().call(estimateAudience, { body })).body
  return data.is === 'about' ? data.people : 0
}

const importOf = (content: string): Promise<ImportRow> =>
  createImportStage(now.http, now.world.tree.root.system).checked(content)
const takenRows = ({ rows_new, rows_changed, rows_same }: ImportRow): number => rows_new + rows_changed + rows_same

const countSearching =
  (isPacked: boolean, count: (of: SearcherCount) => Promise<number>) => async (): Promise<number> => {
    const keywords = keywordsOf(await searchAnew())
    if (isPacked) await packSearchers(now.http.platform.identityPool)
    const until_ms = now.world.clock.now() + 1
    const query = { keywords, since_ms: until_ms - 60 * minute_ms, until_ms }
    return countSearchers(now.http.platform.identityPool, query, 5_000, count)
  }

async function supplyOf() {
  const settings = { keyword: await searchAnew() }
  const places = { national_targeting: false, zips: [home.zip] }
  const { id } = await now.world.makeEnhanceCampaign(settings, places)
  return (await asOwner().call(readSupply, { params: { id } })).body.data!
}

async function simulatedLeads(id: string): Promise<number> {
  now.world.clock.advance(minute_ms)
  const { body } = await asOwner().call(simulateCampaign, { params: { id, days: '7' } })
  if (!body.data) throw new Error(JSON.stringify(body))
  return body.data.leads
}

const isLead = (reason: string | undefined): number => Number(reason === 'lead')

/** How much is seen of the person on each way: more than nothing before the opt-out, nothing after it. */
const ways = {
  'a visit': async () => isLead((await visitAnew()).reason),
  'a search': async () => {
    const campaign = await now.world.makeSearchCampaign({ keyword: await searchAnew() })
    return isLead((await now.world.outcomes(campaign))[0])
  },
  'a suggested contact': async () => {
    const campaign = await makeB2bCampaign(now.world, { departments: ['marketing'] })
    return isLead((await now.world.visit(campaign, { company: 'one-person.example' })).reason)
  },
  'a list with the address': async () => (await read(await matched(`email\n${one().email}`))).people,
  'a list with the number': async () => (await read(await matched(`phone\n${home.phone_e164}`))).people,
  'the leads of a campaign': async () => (await read(await matchedLeads(leadCampaign.id))).people,
  'the size of an audience of all': () =>
    sizeOf(definitionOf({ include: [{ kind: 'trait', trait: 'state', values: [home.state] }] })),
  'the size of an audience of a list': async () => {
    const list_id = await makeAudienceList({ db: now.world.db, rootId: now.world.tree.root.id }, ofClient(), {
      hashes: people.map(({ email }) => md5(email)),
      endsOn: null,
    })
    return sizeOf(definitionOf({ include: [{ kind: 'listed', list_id }] }))
  },
  'the download of an audience': async () => {
    const parts = { include: [{ kind: 'trait' as const, trait: 'state' as const, values: [home.state] }] }
    const id = await makeAudience({ db: now.world.db, rootId: now.world.tree.root.id }, ofClient(), parts)
    const { raw } = await asOwner().call(exportAudience, { params: { id } })
    return raw.body.split(one().email).length - 1
  },
  'the forecast of people': async () => (await supplyOf()).people - people.length + 1,
  'the forecast of searches': async () => (await supplyOf()).searching_a_day,
  'the people of a state': async () => {
    const { data } = (await asOwner().call(listEnhanceLocations, { query: {} })).body
    return data.find(({ code }) => code === home.state)!.persons - people.length + 1
  },
  'a keyword count from rows': countSearching(false, (count) => count.nationwide()),
  'a keyword count from lists': countSearching(true, (count) => count.nationwide()),
  'a keyword count’s least': countSearching(true, async (count) => Number(await count.areAtLeast(1))),
  'a keyword count by ZIP code': countSearching(true, (count) => count.livingIn({ states: [], zips: [home.zip] })),
  'a keyword count by state': countSearching(true, (count) => count.livingIn({ states: [home.state], zips: [] })),
  'a simulation on visits': () => simulatedLeads(draftOfVisits.id),
  'a simulation on searches': async () => {
    const { id } = await now.world.makeSearchCampaign({ keyword: await searchAnew() })
    return simulatedLeads(id)
  },
  'the search for visits': async () => {
    const params = { companyID: acme().id, clientID: 'all', start: 'all', end: 'all' }
    const body = { PerPage: 100, email_hash: sha256(one().email) }
    return (await asOwner().call(searchVisits, { params, body })).body.data.length
  },
  'the person’s page': async () => {
    const { data } = (await asOwner().call(getPerson, { params: { id: lead_id } })).body
    return data.leads.length + data.visits.length
  },
  'an import of people': async () => takenRows(await importOf(`email,first_name\n${one().email},Anew\n`)),
  'an import of searches': async () => {
    const at = new Date(now.world.clock.now()).toISOString()
    return takenRows(await importOf(`email,phrase,at\n${one().email},gutter ${++phrases},${at}\n`))
  },
} satisfies Record<string, () => Promise<number>>
type Way = keyof typeof ways

/** Bought before the opt-out. */
let leadCampaign: PipelineCampaign
let draftOfVisits: PipelineCampaign
let lead_id: string
beforeAll(async () => {
  leadCampaign = await now.world.makeCampaign({ site_hosts: ['plumbright.test'] })
  lead_id = (await now.world.visit(leadCampaign, { hashes: [md5(one().email)] })).lead_id!
  draftOfVisits = await now.world.makeCampaign({ status: 'draft', site_hosts: ['plumbright.test'] })
})

describe('A person who opted out', () => {
  beforeAll(async () => {
    for (const way of Object.keys(ways) as Way[]) expect([way, (await ways[way]()) > 0]).toEqual([way, true])
    await recordOptOut(now.http.platform.identityPool, [md5(one().email)], new Date(now.world.clock.now()))
  }, 60_000)

  test.each(Object.keys(ways) as Way[])('is absent from %s', async (way) => expect(await ways[way]()).toBe(0))

  test('is a number in the report of an import', async () => {
    const { rows_opted_out, problems } = await importOf(`email,first_name\n${one().email},Anew\n`)
    expect({ rows_opted_out, problems }).toEqual({ rows_opted_out: 1, problems: [] })
  })
})

/** Every file that reads people where they are stored, or through the files that do. */
const readers: Record<string, readonly Way[] | { because: string }> = {
  'campaigns/modules/enhance/supply.ts': ['the people of a state'],
  'enrichment/buy-enrichment.ts': { because: 'asks anew of each matched person; enrichment.test.ts' },
  'enrichment/match-rows.ts': ['a list with the address', 'a list with the number', 'the leads of a campaign'],
  'exclusions/import-upload.ts': { because: 'reads hashes to exclude people' },
  'identity/advance-information.ts': ['the people of a state'],
  'identity/correct-person.ts': { because: 'shows and corrects what a person asked to have corrected' },
  'identity/count-complete.ts': ['the forecast of people', 'the people of a state'],
  'identity/deletions/delete-people.ts': { because: 'deletes people' },
  'identity/deletions/deletion-lists.ts': { because: 'deletes people and opts them out' },
  'identity/deletions/match-lists.ts': { because: 'deletes people and opts them out' },
  'identity/deletions/suppressions.ts': { because: 'deletes people and opts them out again after a restore' },
  'identity/did-not-opt-out.ts': { because: 'leaves out of counts whoever opted out' },
  'identity/employers/find-contacts.ts': ['a suggested contact'],
  'identity/find-persons.ts': ['a visit', 'a search'],
  'identity/find-phone-owners.ts': ['a list with the number'],
  'identity/import/compare-persons.ts': ['an import of people'],
  'identity/import/find-opted-out.ts': ['an import of people', 'an import of searches'],
  'identity/import/import-signals.ts': ['an import of searches'],
  'identity/import/write-persons.ts': { because: 'writes what was compared' },
  'identity/read-held.ts': { because: 'shows people what is held about them' },
  'identity/read-information.ts': { because: 'adds to people who were found' },
  'identity/sample-persons.ts': ['the size of an audience of all'],
  'identity/signals/count-searchers.ts': ['a keyword count’s least', 'a keyword count by state'],
  'identity/signals/count-searching.ts': ['the forecast of searches'],
  'identity/signals/pack-searchers.ts': ['a keyword count from lists'],
  'identity/signals/read-searchers.ts': ['a keyword count from rows', 'a keyword count by ZIP code'],
  'identity/signals/read-signals-of.ts': ['a simulation on searches'],
  'identity/signals/read-signals.ts': ['a search'],
  'identity/signals/signal-days.ts': { because: 'makes days to store signals in' },
  'identity/signals/unpack-searchers.ts': { because: 'takes people out of packed lists' },
  'identity/signals/write-signals.ts': { because: 'writes what was compared' },
  'inbox/read-checklist.ts': { because: 'asks whether there is anybody' },
  'keywords/count-keywords.ts': ['a keyword count from lists'],
  'leads/audiences/estimate-audience.ts': ['the size of an audience of all'],
  'leads/audiences/export-audience.ts': ['the download of an audience'],
  'leads/audiences/find-driven.ts': ['the size of an audience of a list'],
  'leads/audiences/read-known.ts': { because: 'adds to people who were found' },
  'leads/match/forecast-supply.ts': ['the forecast of people', 'the forecast of searches'],
  'leads/match/match-signals.ts': ['a search'],
  'leads/match/phrases-of.ts': { because: 'reads phrases' },
  'leads/read/open-person.ts': ['the person’s page'],
  'leads/read/search-visits.ts': ['the search for visits'],
  'leads/resolve-agency.ts': ['a visit', 'a search'],
  'leads/resolve/read-information.ts': { because: 'adds to leads' },
  'leads/resolve/read-work.ts': { because: 'adds to people who were found and did not opt out' },
  'leads/resolve/suggest-contacts.ts': ['a suggested contact'],
  'leads/resolve/update-company-days.ts': { because: 'counts companies’ visits; surges.test.ts' },
  'leads/simulate/people.ts': ['a simulation on visits'],
  'leads/simulate/read-past-searches.ts': ['a simulation on searches'],
  'privacy/decide-requests.ts': { because: 'shows and corrects what a person asked to have corrected' },
  'privacy/held-file.ts': { because: 'shows people what is held about them' },
  'privacy/opt-out.ts': { because: 'opts people out' },
  'privacy/report/read-figures.ts': { because: 'counts who was identified after opting out, which must be nobody' },
}

const readsRows = /\b(?:from|join|into|update) (?:person|person_key|trait|signal|searchers_of_day)\b/
const readsPeople = new RegExp(
  String.raw`^import (?!type )[^;']*? from '(?:#server/areas/identity/|\.{1,2}/(?:[a-z-]+/)?)(?:` +
    'find-persons|find-phone-owners|count-complete|sample-persons|employers/find-contacts|read-information|read-held|' +
    String.raw`signals/(?:count-|read-)[a-z-]+)\.ts'`,
  'm',
)

test('Every file that reads people is tried, or says why nobody is seen there', () => {
  const areas = 'server/areas/'
  const paths = sourcesWith('.ts')
    .filter(({ path, text }) => path.startsWith(areas) && (readsRows.test(text) || readsPeople.test(text)))
    .map(({ path }) => path.slice(areas.length))
    .filter((path) => !path.endsWith('.test.ts'))
  expect(paths.toSorted()).toEqual(Object.keys(readers))
  const triedWays = Object.values(readers).flatMap((reader) => ('because' in reader ? [] : reader))
  expect(new Set(triedWays)).toEqual(new Set(Object.keys(ways)))
})
