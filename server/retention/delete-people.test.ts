import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailbox } from '#demo/mailbox.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, sha1, sha256, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { plantPerson } from '#server/test/plant-person.ts'
import { requestsPage } from '#server/test/privacy-requests.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { linesOfTables } from './data-map/read-data-map.ts'

// A request to delete goes through everything that the data map knows (decision 283).

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
afterAll(() => mailbox.close())
const http = await openApp(world, { env: { SMTP_URL: mailbox.smtpUrl } })
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows

const { send, ask: askFor } = requestsPage(world.db, http, mailbox)
const keyIn = (html: string): string => /<code dir="ltr">([0-9A-Z-]{19})<\/code>/.exec(html)![1]!
const ask = (email: string) => askFor({ email, kind: 'delete', state: 'CA' })

/** Tables about people whose rows hold nobody from the identity data, and why. */
const heldByNobody: Readonly<Record<string, string>> = {
  identity_import:
    'what it says of a file contains no values; the file itself is kept until it is active, a day at most',
}
/** Tables about accounts that may name a visitor nevertheless. */
const alsoNaming = ['waiting_mail', 'developer_answer']
const tables = [
  ...Object.entries(linesOfTables)
    .filter(([, { about }]) => about === 'persons' || about === 'visitors')
    .map(([table]) => table),
  ...alsoNaming,
].filter((table, at, all) => all.indexOf(table) === at && !(table in heldByNobody))

describe('a confirmed request to delete', () => {
  let person: PipelinePerson
  let traces: Awaited<ReturnType<typeof plantPerson>>
  /** The number of rows by table in which the person can be found. */
  const find = async (): Promise<Record<string, number>> => {
    const entries: [string, number][] = []
    for (const table of tables) entries.push([table, await traces.count(table)])
    return Object.fromEntries(entries)
  }

  beforeAll(async () => {
    person = await world.makePerson({ first_name: 'Zebulon', last_name: 'Quackenbush', phone_e164: '+13125559317' })
    traces = await plantPerson(world, http.platform, person)
  })

  test('finds a planted row in every table of the data map beforehand', async () => {
    const { number, code } = await ask(person.email)
    const before = await find()
    expect(Object.keys(before).filter((table) => before[table] === 0 && table !== 'opt_out')).toEqual([])
    const { body } = await send({ step: 'prove', number, code })
    expect(body).toContain('is being deleted')
    await runJobs(world.db, http.platform)
    await takeBackJob.run(http.platform, {})
    const after = await find()
    expect(Object.keys(after).filter((table) => after[table]! > 0)).toEqual(['opt_out', 'deletion_request'])
    expect(await rows('select outcome, hashes, wish_sealed from privacy_request where number = $1', [number])).toEqual([
      { outcome: 'done', hashes: null, wish_sealed: null },
    ])
    const again = await send({ step: 'look', number, key: keyIn(body) })
    expect(again.body).toContain('is deleted, and never comes back')
  })

  test('leaves the leads’ numbers and prices, and what belongs to others', async () => {
    expect(await traces.readMoney()).toEqual(traces.money)
    expect(await traces.readOthers()).toEqual(traces.others)
  })

  test('keeps the person from coming back as a lead', async () => {
    const again = await world.makePerson()
    for (const hash of [md5(person.email), sha1(person.email), sha256(person.email)])
      await rows(`insert into person_key values (decode($1, 'hex'), $2)`, [hash, again.id])
    const campaign = await world.makeCampaign()
    expect(await world.visit(campaign, { hashes: [md5(person.email)] })).toMatchObject({
      reason: 'opted_out',
      lead_id: null,
    })
  })
})

test('a stranger is answered as anybody else', async () => {
  const { number, code } = await ask('nobody-knows@example.com')
  const { body } = await send({ step: 'prove', number, code })
  expect(body).toContain('is being deleted')
  await runJobs(world.db, http.platform)
  expect((await send({ step: 'look', number, key: keyIn(body) })).body).toContain('is deleted, and never comes back')
})

test('nothing is deleted without the code', async () => {
  const person = await world.makePerson()
  const { number } = await ask(person.email)
  expect((await send({ step: 'prove', number, code: 'AAAA-AAAA' })).statusCode).toBe(422)
  await runJobs(world.db, http.platform)
  expect(await rows('select from person where id = $1', [person.id])).toHaveLength(1)
})
