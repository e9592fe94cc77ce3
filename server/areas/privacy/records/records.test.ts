import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import {
  downloadBrokerRegister,
  downloadDisclosures,
  downloadPrivacyFigures,
  listDeletionCycles,
  listPrivacyFigures,
} from '#contract/privacy/records.ts'
import { startMailbox } from '#demo/mailbox.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { requestsPage } from '#server/test/privacy-requests.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { runJobs } from '#server/test/run-jobs.ts'

// What the operator publishes, keeps and hands to authorities (decision 319).

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
afterAll(() => mailbox.close())
const http = await openApp(world, { env: { SMTP_URL: mailbox.smtpUrl } })
const { send, ask, prove } = requestsPage(world.db, http, mailbox)
const root = http.as(world.tree.root.system)
const day_ms = 86_400_000
const format = 'raw' as const

let person: PipelinePerson
beforeAll(async () => {
  person = await world.makePerson({ first_name: 'Zelda', last_name: 'Quill', zip: '60601' })
  const campaign = await world.makeCampaign()
  const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
  await http.as(world.tree.acme.clients[0]!.user).call(createWebhook, { body })
  const { lead_id } = await world.visit(campaign, { hashes: [md5(person.email)] })
  await world.db.adminPool.query(
    `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null, delivered_at = created_at
      where lead_id = $1`,
    [lead_id],
  )
})

test('a year’s figures have what came, what became of it, and how many days it took', async () => {
  await ask({ email: 'never-typed@example.com' })
  const [first, second] = [await prove({ email: 'one@example.com' }), await prove({ email: 'two@example.com' })]
  world.clock.advance(day_ms)
  await send({ step: 'file', number: first.number, key: first.key })
  world.clock.advance(2 * day_ms)
  await send({ step: 'file', number: second.number, key: second.key })
  await prove({ email: 'three@example.com', kind: 'correct' })
  http.forget()
  const { body } = await root.call(listPrivacyFigures, { query: {} })
  const year = new Date(world.clock.now()).getUTCFullYear()
  expect(body.data).toEqual([
    { year, kind: 'see', received: 3, complied: 2, denied: 0, unverified: 1, open: 0, mean_days: 2, median_days: 2 },
    {
      year,
      kind: 'correct',
      received: 1,
      complied: 0,
      denied: 0,
      unverified: 0,
      open: 1,
      mean_days: null,
      median_days: null,
    },
  ])
  const text = (await root.call(downloadPrivacyFigures, { query: { format } })).raw.payload
  expect(text).toContain(`${year},All,Know,3,2,0,1,0,2,2\r\n`)
  expect(text).toContain(`${year},${world.tree.acme.name},Know,3,2,0,1,0,2,2\r\n`)
})

test('each brand shows its own figures to everybody, and no other’s', async () => {
  const show = async (host: string) => (await http.anonymous(host).inject({ url: '/privacy-requests' })).body
  expect(await show(world.tree.acme.host)).toMatch(/See what is held<\/th><td>3<\/td><td>2<\/td><td>0<\/td><td>2 \/ 2</)
  expect(await show(world.tree.brightside.host)).not.toContain('Requests by year')
})

test('the record of disclosures says who got which kinds of data when and why, and names nobody', async () => {
  const at = new Date(world.clock.now())
  const [start, end] = [new Date(at.getTime() - 9 * day_ms), at].map((day) => day.toISOString().slice(0, 10))
  const text = (await root.call(downloadDisclosures, { params: { start: start!, end: end! }, query: { format } })).raw
    .payload
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(world.tree.acme.clients[0]!.name)
  expect(lines[1]).toMatch(/Visited the client’s website,.*,name email.*,Webhook,20\d\d-/)
  expect(text).not.toMatch(/Quill|Zelda|@/)
  const tooLong = await root.call(downloadDisclosures, {
    params: { start: '2020-01-01', end: end! },
    query: { format },
  })
  expect([tooLong.status, tooLong.raw.payload]).toEqual([422, expect.stringContaining('at most 366 days')])
})

test('the register names every brand with its hosts and who sells there', async () => {
  const text = (await root.call(downloadBrokerRegister, { query: { format } })).raw.payload
  for (const { host } of [world.tree.acme, world.tree.brightside])
    expect(text).toContain(`https://${host}/privacy-choices`)
  expect(text.split('\r\n')[1]).toContain('Operator, holds the identity data')
})

test('without a key of the deletion platform there are no cycles, and no day is due', async () => {
  const { body } = await root.call(listDeletionCycles, { query: {} })
  expect(body).toMatchObject({ data: [], connected: false, next_due_at: null })
})

test.each(['en', 'ar'])('what is held is also a paper to read (%s)', async (language) => {
  const { number, key } = await prove({ email: person.email })
  await runJobs(world.db, http.platform)
  const facts = { number, key, last_name: 'Quill', zip: '60601', declared: 'yes', format: 'pdf' }
  const answer = await http.anonymous().inject({
    method: 'POST',
    url: `/privacy-requests?language=${language}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ step: 'file', ...facts }).toString(),
  })
  expect(answer.headers['content-type']).toBe('application/pdf')
  const paper = readPdf(answer.rawPayload)
  for (const text of [number, world.tree.acme.clients[0]!.name, person.email]) expect(paper).toContain(text)
})
