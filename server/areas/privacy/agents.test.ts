import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox } from '#demo/mailbox.ts'
import { openApp } from '#server/test/open-app.ts'
import { openPipelineWorld, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { requestsPage } from '#server/test/privacy-requests.ts'

// What an agent asks for somebody else (decision 321): with the person's signed permission, which the person confirms by mail.

const world = await openPipelineWorld()
const mailbox = await startMailbox({ now: () => world.clock.now() })
afterAll(() => mailbox.close())
const http = await openApp(world, { env: { SMTP_URL: mailbox.smtpUrl } })
const { send, ask: askFor } = requestsPage(world.db, http, mailbox)
const agent = 'Permission Slips, Inc.'
const keyIn = (html: string): string => /<code dir="ltr">([0-9A-Z-]{19})<\/code>/.exec(html)![1]!

let person: PipelinePerson
beforeAll(async () => {
  person = await world.makePerson({ first_name: 'Ida', last_name: 'Quill', zip: '60601' })
})
const ask = (email = person.email) => askFor({ email, agent, permission: 'yes' })

test('an agent gets all data of a person who confirmed it, and nothing before', async () => {
  const { number, code, answer } = await ask()
  const key = keyIn(answer.body)
  expect(mailbox.messages()[0]!).toMatchObject({ text: expect.stringContaining(`${agent} says that you gave them`) })
  expect((await send({ step: 'look', number, key })).body).toContain('has yet to confirm')
  const file = { step: 'file', number, key, last_name: 'Quill', zip: '60601', declared: 'yes' }
  expect((await send(file)).body).toContain('has yet to confirm')
  expect((await send({ step: 'prove', number, code })).body).toContain(`<bdi>${agent}</bdi>`)
  const data = JSON.parse((await send(file)).body)
  expect(data.held[0].facts.email).toBe(person.email)
})

test('a person whom an agent named has a week to confirm, and a stranger gets the same answers', async () => {
  const plain = (text: string) =>
    text.replaceAll(/nonce="[^"]+"|[0-9A-HJKMNP-TV-Z]{10}|[0-9A-Z]{4}(-[0-9A-Z]{4})+/g, '')
  const first = await ask()
  world.clock.advance(60_000)
  const stranger = await ask('nobody-knows@example.com')
  expect(plain(stranger.answer.body)).toBe(plain(first.answer.body))
  world.clock.advance(6 * 86_400_000)
  expect((await send({ step: 'prove', number: first.number, code: first.code })).statusCode).toBe(200)
  world.clock.advance(2 * 86_400_000)
  expect((await send({ step: 'prove', number: stranger.number, code: stranger.code })).statusCode).toBe(422)
})

test.each([
  [{ agent, permission: '' }, 'signed permission.'],
  [{ agent: 'Win now at evil.example', permission: 'yes' }, 'at most 60 letters'],
  [{ agent: '<b>x</b>', permission: 'yes' }, 'at most 60 letters'],
])('%j is refused at its field, and nobody is mailed', async (fields, problem) => {
  const before = mailbox.messages().length
  const answer = await send({ step: 'start', email: person.email, ...fields })
  expect([answer.statusCode, mailbox.messages().length]).toEqual([422, before])
  expect(answer.body).toContain(problem)
})
