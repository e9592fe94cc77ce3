import { beforeEach, describe, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { listReceipts } from '#contract/integrations/take-back.ts'
import { privacyChoicesPath } from '#contract/privacy/choices-path.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp } from '#server/test/app.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { retainJob } from '#server/retention/retain.ts'

// What a person without an account can ask for on a brand's page (decision 260).

const world = await openPipelineWorld()
const http = await openApp(world)
const { acme } = world.tree
const owner = acme.clients[0]!.user

let campaign: PipelineCampaign
let person: PipelinePerson
beforeEach(async () => {
  world.clock.advance(60_000)
  campaign = await world.makeCampaign()
  person = await world.makePerson()
})

const get = (headers: Record<string, string> = {}, url = privacyChoicesPath) =>
  http.anonymous().inject({ method: 'GET', url, headers })
const send = (email: string, headers: Record<string, string> = {}) =>
  http.anonymous().inject({
    method: 'POST',
    url: privacyChoicesPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ email }).toString(),
  })
const visit = () => world.visit(campaign, { hashes: [md5(person.email)] })
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows
const requests = () => rows('select kind, number, host, hashes, done_at, due_at, received_at from privacy_request')
const numberIn = (html: string): string => /[0-9A-Z]{10}(?=[^0-9A-Za-z]*<)/.exec(html)![0]

describe('an opt-out', () => {
  test('holds from the moment the page answers, for every spelling of the address', async () => {
    expect((await visit()).lead_id).not.toBeNull()
    const answer = await send(` ${person.email.toUpperCase()} `)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('You have opted out')])
    world.clock.advance(3_600_000)
    expect(await visit()).toMatchObject({ reason: 'opted_out', lead_id: null })
  })

  test('has destinations of earlier leads delete the person, and forgets the person’s browsers', async () => {
    const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
    expect((await http.as(owner).call(createWebhook, { body })).status).toBe(200)
    const { lead_id } = await world.visit(campaign, {
      hashes: [md5(person.email)],
      visitorId: newId(world.clock.now()),
    })
    await world.db.adminPool.query(
      `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null where lead_id = $1`,
      [lead_id],
    )
    await send(person.email)
    await runJobs(world.db, http.platform)
    const receipts = await http.as(acme.owner).call(listReceipts, { params: { lead: lead_id! } })
    expect(receipts.body.data).toMatchObject([{ kind: 'webhook', target: 'https://hooks.example/leads' }])
    expect(await rows('select from device_link where person_id = $1', [person.id])).toEqual([])
  })

  test('reaches what every agency sent, whichever brand was asked', async () => {
    const { brightside } = world.tree
    const body = { url: 'https://hooks.example/leads' }
    const leads = []
    for (const [agency, of] of [
      [acme, campaign],
      [brightside, await world.makeCampaign({}, { agencyId: brightside.id, clientId: brightside.clients[0]!.id })],
    ] as const) {
      const hook = { ...body, leadspeek_api_id: of.id }
      expect((await http.as(agency.clients[0]!.user).call(createWebhook, { body: hook })).status).toBe(200)
      const { lead_id } = await world.visit(of, { hashes: [md5(person.email)] })
      await rows(
        `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null where lead_id = $1`,
        [lead_id],
      )
      leads.push({ agency, lead_id: lead_id! })
    }
    await send(person.email)
    await runJobs(world.db, http.platform)
    for (const { agency, lead_id } of leads)
      expect((await http.as(agency.owner).call(listReceipts, { params: { lead: lead_id } })).body.data).toHaveLength(1)
  })

  test('of somebody unknown gets the same answer, and writes the same', async () => {
    const answerToPerson = await send(person.email)
    const answerToStranger = await send('nobody-knows@example.com')
    const plain = ({ body }: { body: string }) => body.replaceAll(numberIn(body), '').replaceAll(/nonce="[^"]+"/g, '')
    expect(plain(answerToStranger)).toBe(plain(answerToPerson))
    const records = await requests()
    expect(records.slice(-2).map(({ kind, host, hashes }) => [kind, host, hashes.length])).toEqual([
      ['opt_out', 'acme.localhost', 3],
      ['opt_out', 'acme.localhost', 3],
    ])
  })

  test('leaves a record with its number and without the person, for 24 months', async () => {
    const number = numberIn((await send(person.email)).body)
    await runJobs(world.db, http.platform)
    const record = (await requests()).find((request) => request.number === number)!
    expect(record).toMatchObject({ hashes: null, done_at: expect.any(Date) })
    expect(record.due_at.getTime() - record.received_at.getTime()).toBeGreaterThanOrEqual(19 * 86_400_000)
    world.clock.advance(729 * 86_400_000)
    await retainJob.run(http.platform, {})
    expect((await requests()).some((request) => request.number === number)).toBe(true)
    world.clock.advance(3 * 86_400_000)
    await retainJob.run(http.platform, {})
    expect((await requests()).some((request) => request.number === number)).toBe(false)
  })

  test('is carried out once, however often its job runs', async () => {
    await send(person.email)
    const [{ payload }] = await rows('select payload from graphile_worker._private_jobs order by id desc limit 1')
    await runJobs(world.db, http.platform)
    const before = await requests()
    world.clock.advance(60_000)
    const { carryOutOptOutJob } = await import('./opt-out.ts')
    await carryOutOptOutJob.run(http.platform, payload)
    expect(await requests()).toEqual(before)
  })
})

describe('the page', () => {
  test('is of the host’s brand, in the reader’s language, and loads nothing from elsewhere', async () => {
    const english = await get()
    expect(english.body).toContain('<html lang="en" dir="ltr">')
    expect(english.body).toContain('Acme')
    const arabic = await get({ 'accept-language': 'ar' })
    expect(arabic.body).toContain('<html lang="ar" dir="rtl">')
    expect((await get({ 'accept-language': 'ar' }, `${privacyChoicesPath}?language=en`)).body).toContain('lang="en"')
    for (const { body, headers } of [english, arabic]) {
      expect(body).not.toMatch(/<script|https?:/)
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/)
    }
  })

  test.each(['', 'no address', 'a@b@c', `${'x'.repeat(300)}@example.com`])(
    'names the field for “%s”, keeps what was typed as text, and records nothing',
    async (typed) => {
      const before = await requests()
      const answer = await send(typed)
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('Enter a valid email address.')])
      expect(await requests()).toEqual(before)
    },
  )

  test('shows hostile text as text', async () => {
    const { body } = await send('"><script>ran()</script>')
    expect(body).not.toContain('<script>')
  })

  test('says whether the browser’s signal arrived', async () => {
    expect((await get({ 'sec-gpc': '1' })).body).toContain('Your browser sends Global Privacy Control')
    expect((await get()).body).toContain('doesn’t send Global Privacy Control')
  })

  test('answers a flood from one network with a sentence, and records no more', async () => {
    const strict = await createTestApp(world.db, { clock: world.clock })
    const one = () =>
      strict.anonymous().inject({
        method: 'POST',
        url: `${privacyChoicesPath}?language=ar`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=flood@example.com',
        remoteAddress: '203.0.113.9',
      })
    for (let count = 0; count < 30; count++) expect((await one()).statusCode).toBe(200)
    const before = await requests()
    const answer = await one()
    expect([answer.statusCode, answer.body]).toEqual([429, expect.stringContaining('طلبات كثيرة جدًا')])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await requests()).toEqual(before)
    await strict.close()
  })

  test('exists on no unknown host, and takes no form from another site', async () => {
    const elsewhere = await http.anonymous('unknown.localhost').inject({ method: 'GET', url: privacyChoicesPath })
    expect(elsewhere.statusCode).toBe(404)
    expect((await send(person.email, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
  })

  test('every host says that it honors the signal', async () => {
    const answer = await get({}, '/.well-known/gpc.json')
    expect(JSON.parse(answer.body)).toMatchObject({ gpc: true })
  })
})

test('agencies see requests of their own brand only, operators those of all', async () => {
  await send(person.email)
  const countIn = (setting: string, value: string) =>
    world.db.appPool.connect().then(async (one) => {
      try {
        await one.query('begin')
        await one.query('select set_config($1, $2, true)', [setting, value])
        return (await one.query('select from privacy_request')).rowCount
      } finally {
        await one.query('rollback')
        one.release()
      }
    })
  expect(await countIn('app.agency_id', world.tree.brightside.id)).toBe(0)
  expect(await countIn('app.agency_id', acme.id)).toBeGreaterThan(0)
  expect(await countIn('app.root_id', world.tree.root.id)).toBeGreaterThan(0)
})
