import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailbox } from '#demo/mailbox.ts'
import { linesOfTables } from '#server/retention/data-map/read-data-map.ts'
import { retentions } from '#server/retention/lines.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, sha256, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { plantPerson } from '#server/test/plant-person.ts'
import { requestsPage } from '#server/test/privacy-requests.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import type { HeldFile } from './held-file.ts'
import { kept_for } from './kept-for.ts'

// What erasing a person would find, whoever asks to see is shown, or it says here why not (decision 336).

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
afterAll(() => mailbox.close())
const http = await openApp(world, { env: { SMTP_URL: mailbox.smtpUrl } })
const { send, prove } = requestsPage(world.db, http, mailbox)
let rootName: string
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows

const ofClient = 'what a client wrote about its own lead is the client’s, which the file names'
const onItsWay = 'a copy of a lead on its way to the receivers, which the file names'
/** Tables that erasing goes through and the file leaves out, and why. */
const leftOut: Readonly<Record<string, string>> = {
  identity_import: 'holds no values of a person',
  searchers_of_day: 'the same searches, packed for counting',
  deletion_request: 'what the person asked of the deletion platform; the opt-out that came of it is shown',
  deletion_match: 'lives for the minutes until the person is deleted',
  hit: 'becomes a visit within seconds, which is shown',
  visitor_first: 'the first week of a browser, which is counted among those linked',
  lead_entry: ofClient,
  lead_tag: ofClient,
  lead_return: ofClient,
  lead_bulk_action: ofClient,
  lead_export: onItsWay,
  delivery: onItsWay,
  developer_answer: onItsWay,
  event_message: onItsWay,
  take_back: onItsWay,
}

const hasList = (kind: string) => (file: HeldFile) => file.lists.some((list) => list.kind === kind)
const isConcluded = (kind: string) => (file: HeldFile) => file.concluded.some((one) => one.kind === kind)

/** By table, where the file shows it. */
const shownIn: Readonly<Record<string, (file: HeldFile) => boolean>> = {
  person: (file) => file.held.some(({ facts }) => facts?.['last_name'] === 'Quackenbush'),
  person_key: (file) => file.held.some(({ hashes_of_addresses: hashes }) => hashes > 0),
  trait: (file) => file.held.some(({ inferences_and_traits: traits }) => traits?.['hobby'] === 'Zebulon sails'),
  signal: (file) => file.searches_and_pages_read.list?.[0]?.phrase === 'lawyers',
  opt_out: (file) => file.opted_out.length > 0,
  root_exclusion: (file) => file.lists.some(({ by }) => by === rootName),
  privacy_request: (file) => file.request !== '',
  visit: (file) => file.visits?.[0]?.page.startsWith('http') === true,
  device_link: (file) => file.browsers_linked > 0,
  search_match: isConcluded('interested'),
  match_doubt: isConcluded('doubted'),
  conversion: isConcluded('converted'),
  lead: (file) => file.disclosed.some(({ facts }) => facts?.['last_name'] === 'Quackenbush'),
  enrichment_row: (file) =>
    file.lists.some(({ name, sold_to_it_at: at }) => name === 'Buyers of spring' && at !== undefined),
  audience_list_entry: (file) => file.lists.some(({ name }) => name === 'Best customers'),
  exclusion: hasList('exclusion'),
  exclusion_purged: hasList('exclusion'),
  exclusion_staged: hasList('exclusion'),
}

const fetchFile = async (fields: Record<string, string>): Promise<HeldFile> =>
  JSON.parse((await send({ step: 'file', ...fields })).body) as HeldFile

describe('what is held about somebody who is in every table', () => {
  let person: PipelinePerson
  let signs: { number: string; key: string }
  const statement = { last_name: 'quackenbush', zip: '', declared: 'yes' }

  beforeAll(async () => {
    person = await world.makePerson({ first_name: 'Zebulon', last_name: 'Quackenbush', phone_e164: '+13125559317' })
    await plantPerson(world, http.platform, person)
    await rows(`insert into opt_out values (decode($1, 'hex'), 'request', $2)`, [
      sha256('another-way@example.com'),
      new Date(0),
    ])
    await rows(`insert into person_key values (decode($1, 'hex'), $2)`, [sha256('another-way@example.com'), person.id])
    const [{ zip }] = await rows('select zip from person where id = $1', [person.id])
    statement.zip = zip
    ;[{ name: rootName }] = await rows('select name from company where id = $1', [world.tree.root.id])
    signs = await prove({ email: person.email })
  })

  test('every table about people is shown, or left out for a reason', () => {
    const tables = Object.entries(linesOfTables).flatMap(([table, { about }]) =>
      about === 'persons' || about === 'visitors' ? [table] : [],
    )
    expect([...Object.keys(shownIn), ...Object.keys(leftOut)].toSorted()).toEqual(tables.toSorted())
  })

  test('is all in the file, with its values, for who states them', async () => {
    const file = await fetchFile({ ...signs, ...statement })
    expect(Object.keys(shownIn).filter((table) => !shownIn[table]!(file))).toEqual([])
  })

  test('is in the file by kind and source, without values, for who only reads the mail', async () => {
    const file = await fetchFile(signs)
    expect(JSON.stringify(file)).not.toMatch(/Quackenbush|Zebulon|lawyers|Best customers|Buyers of spring|3125559317/i)
    expect(file.searches_and_pages_read).toEqual({ count: 1 })
    expect(file.lists.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['audience', 'exclusion', 'enriched']))
    expect(file.visits_recognized).toBeGreaterThan(0)
  })

  test('is on paper too', async () => {
    const answer = await send({ step: 'file', ...signs, ...statement, format: 'pdf' })
    const text = readPdf(answer.rawPayload).replaceAll(/\s+/g, ' ')
    for (const part of ['lawyers', 'Best customers', 'Buyers of spring', 'Became a customer', 'Quackenbush'])
      expect(text).toContain(part)
  })
})

test('a lead of somebody who is no longer in the identity data is found by its address', async () => {
  const person = await world.makePerson({ last_name: 'Gonelong' })
  const campaign = await world.makeCampaign()
  await world.visit(campaign, { hashes: [md5(person.email)] })
  await rows('update lead set person_id = null where person_id = $1', [person.id])
  await rows('delete from person where id = $1', [person.id])
  const file = await fetchFile(await prove({ email: person.email.toUpperCase() }))
  expect(file.held).toEqual([])
  expect(file.disclosed).toMatchObject([{ kinds_of_facts: expect.arrayContaining(['email', 'last_name']) }])
})

test('says how long everything is kept, as retention has it', () => {
  const days = (name: string) => retentions.find(({ what }) => what === name)!.retention_ms / 86_400_000
  expect(kept_for).toMatchObject({
    searches_and_pages_read: `${days('Searches and pages read')} days`,
    links_of_browsers: `${days('Links of browsers to people')} days after the browser was last seen`,
    conclusions: `${days('People whose searches matched a campaign')} days after the last search`,
    enriched_lists: `${days('Rows of enriched lists')} days`,
  })
})
