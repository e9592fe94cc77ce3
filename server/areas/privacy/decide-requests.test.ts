import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import {
  decidePrivacyRequest,
  extendPrivacyRequest,
  listPrivacyRequests,
  readPrivacyRequest,
} from '#contract/privacy/requests.ts'
import { startMailbox } from '#demo/mailbox.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { requestsPage } from '#server/test/privacy-requests.ts'

// Corrections, clocks and appeals, as a person and the operator see them (decision 284).

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
afterAll(() => mailbox.close())
const http = await openApp(world, { env: { SMTP_URL: mailbox.smtpUrl } })
const { send, prove } = requestsPage(world.db, http, mailbox)
const root = http.as(world.tree.root.system)
const day_ms = 86_400_000
/** Sessions end meanwhile. */
const wait = (ms: number): void => {
  world.clock.advance(ms)
  http.forget()
}
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows
const idOf = async (number: string): Promise<string> =>
  (await rows('select id from privacy_request where number = $1', [number]))[0].id

let person: PipelinePerson
beforeEach(async () => {
  wait(60_000)
  person = await world.makePerson()
})

/** A confirmed correction that says what is wrong. */
async function askToCorrect(state = '') {
  const signs = await prove({ email: person.email, kind: 'correct', state })
  await send({ step: 'wish', number: signs.number, key: signs.key, text: 'My name is Ada King.' })
  return { ...signs, id: await idOf(signs.number) }
}
const decide = (id: string, decision: 'done' | 'refused', more: object = {}) =>
  root.call(decidePrivacyRequest, { body: { id, decision, reason: 'Your bank’s list says so.', ...more } })
const look = async ({ number, key }: { number: string; key: string }) =>
  (await send({ step: 'look', number, key })).body

describe('a correction', () => {
  test('shows the operator what is wrong and what is held, changes it, and forgets what was written', async () => {
    const request = await askToCorrect()
    const { data } = (await root.call(readPrivacyRequest, { params: { id: request.id } })).body
    expect(data).toMatchObject({ wish: 'My name is Ada King.', people: [{ person: person.id, last_name: 'Lovelace' }] })
    expect((await decide(request.id, 'done', { person: person.id, changes: { last_name: 'King' } })).status).toBe(200)
    expect(await rows('select first_name, last_name, zip from person where id = $1', [person.id])).toEqual([
      { first_name: 'Ada', last_name: 'King', zip: '60601' },
    ])
    expect(await rows('select hashes, wish_sealed from privacy_request where id = $1', [request.id])).toEqual([
      { hashes: null, wish_sealed: null },
    ])
    expect(await look(request)).toContain('What is held has been corrected.')
  })

  test('changes nobody else', async () => {
    const request = await askToCorrect()
    const other = await world.makePerson()
    const answer = await decide(request.id, 'done', { person: other.id, changes: { last_name: 'King' } })
    expect(answer.status).toBe(422)
    expect(await rows('select last_name from person where id = $1', [other.id])).toEqual([{ last_name: 'Lovelace' }])
  })

  test('that is refused has its reason and an authority; its appeal has its own clock', async () => {
    const request = await askToCorrect('TX')
    await decide(request.id, 'refused')
    const page = await look(request)
    expect(page).toContain('Your bank’s list says so.')
    expect(page).toContain('the attorney general of Texas')
    wait(10 * day_ms)
    await send({ step: 'appeal', number: request.number, key: request.key, text: 'The list is wrong.' })
    const detail = (await root.call(readPrivacyRequest, { params: { id: request.id } })).body.data
    expect(detail).toMatchObject({ stage: 'appealed', appeal: 'The list is wrong.', days_left: 45 })
    await decide(request.id, 'refused', { reason: 'We asked again.' })
    expect(await look(request)).toContain('The request and the appeal were refused.')
    // Nobody has to read any longer what the person wrote.
    const writtenText = 'select hashes, wish_sealed, appeal_sealed from privacy_request where id = $1'
    expect(await rows(writtenText, [request.id])).toEqual([{ hashes: null, wish_sealed: null, appeal_sealed: null }])
    expect((await decide(request.id, 'done')).status).toBe(409)
  })

  test('can be appealed for sixty days', async () => {
    const request = await askToCorrect()
    await decide(request.id, 'refused')
    wait(61 * day_ms)
    await send({ step: 'appeal', number: request.number, key: request.key, text: 'Late.' })
    expect(await rows('select appealed_at from privacy_request where id = $1', [request.id])).toEqual([
      { appealed_at: null },
    ])
  })
})

describe('the clock', () => {
  test.each([
    ['', 45, 15],
    ['CA', 45, 45],
    ['IA', 90, 45],
  ])('of “%s” gives %i days, and %i more once with a reason', async (state, days, more) => {
    const request = await askToCorrect(state)
    const readDetail = async () => (await root.call(readPrivacyRequest, { params: { id: request.id } })).body.data
    expect((await readDetail()).days_left).toBe(days)
    const extend = () => root.call(extendPrivacyRequest, { body: { id: request.id, reason: 'We ask the source.' } })
    expect((await extend()).status).toBe(200)
    expect((await readDetail()).days_left).toBe(days + more)
    expect(await look(request)).toContain('We ask the source.')
    expect((await extend()).status).toBe(409)
  })

  test('brings what is due within a week into the operator’s inbox, and first into the list', async () => {
    const request = await askToCorrect()
    const inInbox = async () => {
      const { body } = await root.call(listInbox, {
        params: { companyID: world.tree.root.id },
        query: { kind: 'privacy_due' },
      })
      return body.data.map(({ kind, count }) => ({ kind, count }))
    }
    wait(37 * day_ms)
    const before = (await inInbox())[0]?.count ?? 0
    wait(2 * day_ms)
    expect((await inInbox())[0]!.count).toBeGreaterThan(before)
    const { body } = await root.call(listPrivacyRequests, { query: { due: 'soon', kind: 'correct', PerPage: 100 } })
    expect(body.data.find(({ id }) => id === request.id)).toMatchObject({ days_left: 6, stage: 'open' })
  })
})

test('only the operator sees requests', async () => {
  const answers = await Promise.all(
    [world.tree.acme.owner, world.tree.acme.clients[0]!.user].map((user) =>
      http.as(user).call(listPrivacyRequests, {}),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([403, 403])
})
