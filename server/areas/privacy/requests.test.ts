import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { startMailbox } from '#demo/mailbox.ts'
import { privacyRequestsPath } from '#contract/privacy/choices-path.ts'
import { createTestApp } from '#server/test/app.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { retentions } from '#server/retention/lines.ts'
import { requestsPage } from '#server/test/privacy-requests.ts'
import { retainJob } from '#server/retention/retain.ts'

// Seeing what is held, without an account (decision 267).

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
afterAll(() => mailbox.close())
const http = await openApp(world, { env: { SMTP_URL: mailbox.smtpUrl } })
const day_ms = 86_400_000

let person: PipelinePerson
beforeEach(async () => {
  world.clock.advance(60_000)
  person = await world.makePerson()
})

const { send, ask: askFor, prove } = requestsPage(world.db, http, mailbox)
const ask = (email: string) => askFor({ email })
const proven = (email: string) => prove({ email })
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows
const mails = () => mailbox.messages()

const fetchFile = async (fields: Record<string, string>) => JSON.parse((await send({ step: 'file', ...fields })).body)

describe('asking', () => {
  test('gets a code by mail, which opens the request with its dates', async () => {
    const { number, key, body } = await proven(person.email)
    expect(body).toContain('Your address is confirmed')
    const again = await send({ step: 'look', number: number.toLowerCase(), key: key.toLowerCase() })
    expect(again.body).toMatch(
      /<dt>Date of the request<\/dt>.*<dt>Address confirmed<\/dt>.*<dt>To be answered by<\/dt>/,
    )
  })

  test('gives a stranger the same page, the same mail and the same record', async () => {
    const ofPerson = await ask(person.email)
    const mailToPerson = mails()[0]!
    const ofStranger = await ask('nobody-knows@example.com')
    const mailToStranger = mails()[0]!
    const plain = (text: string, { number, code }: { number: string; code: string }) =>
      text
        .replaceAll(number, '')
        .replaceAll(code, '')
        .replaceAll(/nonce="[^"]+"/g, '')
    expect(plain(ofStranger.answer.body, ofStranger)).toBe(plain(ofPerson.answer.body, ofPerson))
    expect(plain(mailToStranger.text, ofStranger)).toBe(plain(mailToPerson.text, ofPerson))
    const records = await rows(
      'select kind, cardinality(hashes) as hashes, tries_left from privacy_request order by id',
    )
    expect(records.slice(-2)).toEqual(Array(2).fill({ kind: 'see', hashes: 3, tries_left: 5 }))
  })

  test.each(['', 'no address', '"><script>ran()</script>'])(
    'names the field for “%s”, and records nothing',
    async (email) => {
      const count = () => rows('select count(*)::int from privacy_request')
      const before = await count()
      const answer = await send({ step: 'start', email })
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('Enter a valid email address.')])
      expect(answer.body).not.toContain('<script>')
      expect(await count()).toEqual(before)
    },
  )
})

describe('a code', () => {
  test('is mailed to one address five times an hour; further requests look the same', async () => {
    const count = () => mails().length
    for (let n = 0; n < 5; n++) await ask('flooded@example.com')
    const before = count()
    const { answer } = await ask('flooded@example.com')
    expect([count(), answer.statusCode]).toEqual([before, 200])
    world.clock.advance(3_600_001)
    await ask('flooded@example.com')
    expect(count()).toBe(before + 1)
  })

  test('works once', async () => {
    const { number, code } = await ask(person.email)
    expect((await send({ step: 'prove', number, code })).statusCode).toBe(200)
    expect((await send({ step: 'prove', number, code })).statusCode).toBe(422)
  })

  test('works for fifteen minutes', async () => {
    const { number, code } = await ask(person.email)
    world.clock.advance(15 * 60_000)
    expect((await send({ step: 'prove', number, code })).statusCode).toBe(422)
  })

  test('can be mistyped five times, which leaves the codes of others alone', async () => {
    const other = await ask(person.email)
    const { number, code } = await ask(person.email)
    for (let tries = 0; tries < 5; tries++)
      expect((await send({ step: 'prove', number, code: 'AAAA-AAAA' })).statusCode).toBe(422)
    expect((await send({ step: 'prove', number, code })).statusCode).toBe(422)
    expect((await send({ step: 'prove', number: other.number, code: other.code })).statusCode).toBe(200)
  })

  test('is stored nowhere as it is', async () => {
    const { number, code } = await ask(person.email)
    const [row] = await rows('select row_to_json(r)::text as text from privacy_request r where number = $1', [number])
    expect(row.text).not.toMatch(new RegExp(`${code.replace('-', '')}|${person.email}`))
  })

  test.each(['wrong key', 'other host'])('opens nothing with a %s', async (what) => {
    const { number, key } = await proven(person.email)
    const fields = { step: 'file', number, key: what === 'wrong key' ? 'AAAABBBBCCCCDDDD' : key }
    const answer = await send(fields, what === 'other host' ? world.tree.brightside.host : undefined)
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('There is no request')])
  })
})

describe('the file', () => {
  test('names sources and receivers to who reads the mail, values only to who states them', async () => {
    const campaign = await world.makeCampaign()
    const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
    await http.as(world.tree.acme.clients[0]!.user).call(createWebhook, { body })
    const { lead_id } = await world.visit(campaign, { hashes: [md5(person.email)] })
    await world.db.adminPool.query(
      `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null, delivered_at = created_at
        where lead_id = $1`,
      [lead_id],
    )
    const [row] = await rows('select last_name, zip, source from person where id = $1', [person.id])
    const { number, key } = await proven(person.email)
    const kinds = await fetchFile({ number, key, last_name: row.last_name, zip: row.zip })
    expect(kinds.held).toMatchObject([{ source: row.source, kinds_of_facts: expect.arrayContaining(['email']) }])
    expect(kinds.disclosed).toMatchObject([
      { to: world.tree.acme.clients[0]!.name, sent_on_to: [{ service: 'Webhook', at: expect.any(String) }] },
    ])
    expect(JSON.stringify(kinds)).not.toContain(person.email)
    const statement = { last_name: row.last_name.toUpperCase(), zip: row.zip, declared: 'yes' }
    const values = await fetchFile({ number, key, ...statement })
    expect(values.held[0].facts.email).toBe(person.email)
    const links = retentions.find(({ what }) => what === 'Links of browsers to people')!
    expect(values.kept_for.links_of_browsers).toBe(
      `${links.retention_ms / 86_400_000} days after the browser was last seen`,
    )
    expect(values.disclosed[0].facts.email).toBe(person.email)
    expect(values.visits_recognized).toBe(1)
  })

  test('is empty for a stranger, and answers the request', async () => {
    const { number, key } = await proven('nobody-knows@example.com')
    expect(await fetchFile({ number, key })).toMatchObject({ held: [], disclosed: [] })
    expect((await send({ step: 'look', number, key })).body).toContain('First answered')
  })

  test('is over when the request is due: its hashes are forgotten, its record stays for 24 months', async () => {
    const { number, key } = await proven(person.email)
    world.clock.advance(46 * day_ms)
    await retainJob.run(http.platform, {})
    expect((await send({ step: 'file', number, key })).body).toContain('Its time is over')
    world.clock.advance(690 * day_ms)
    await retainJob.run(http.platform, {})
    expect(await rows('select from privacy_request where number = $1', [number])).toEqual([])
  })
})

test('a flood from one network is answered with a sentence', async () => {
  const strict = await createTestApp(world.db, { clock: world.clock })
  const one = () =>
    strict.anonymous().inject({
      method: 'POST',
      url: privacyRequestsPath,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'step=start&email=flood@example.com',
      remoteAddress: '203.0.113.9',
    })
  for (let count = 0; count < 20; count++) expect((await one()).statusCode).toBe(200)
  expect((await one()).statusCode).toBe(429)
  await strict.close()
})
