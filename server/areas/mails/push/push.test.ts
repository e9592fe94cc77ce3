import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readPush, removePush, savePush } from '#contract/mails/push.ts'
import { saveMailChoice } from '#contract/people/mail-choices.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newPushBrowser } from '#server/test/push-browser.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'
import { queueMail } from '../queue-mail.ts'
import { isPushService } from './subscriptions.ts'

/** A push service on loopback: it keeps what it is sent, and answers with a status. */
const arrivals: { path: string; authorization: string; encoding: string; ttl: string; body: Buffer }[] = []
let status = 201
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    const { authorization = '', 'content-encoding': encoding = '', ttl = '' } = request.headers
    arrivals.push({ path: request.url!, authorization, encoding, ttl: String(ttl), body: Buffer.concat(chunks) })
    response.writeHead(status).end()
  })
})
await new Promise<void>((ready) => void service.listen(0, '127.0.0.1', ready))
const place = `127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => void service.close())

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock, env: { OUTGOING_ALLOW: place } })
const reader = tree.acme.owner

/** A browser with its own keys. */
function newBrowser(name: string) {
  const { body, read } = newPushBrowser(`http://${place}/${name}`)
  return { body, read: (sealed: Buffer): unknown => JSON.parse(read(sealed)) }
}

beforeEach(async () => {
  clock.advance(61 * 60_000)
  http.forget()
  arrivals.length = 0
  status = 201
  await db.adminPool.query('delete from push_subscription')
  await http.as(reader).call(saveMailChoice, { body: { kind: 'problems', frequency: 'push' } })
})

/** How many mails reach the reader, after queuing one about a problem. */
async function tell(title = 'A delivery fails'): Promise<number> {
  const before = mailbox.messages()[0]?.id ?? 0
  await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
    queueMail(tx, http.platform, {
      kind: 'problems',
      to: { rootId: tree.root.id, agencyId: tree.acme.id, email: reader.email, language: 'en' },
      write: () => ({
        title,
        paragraphs: ['Dana Reed, +1 202 555 0143.'],
        button: { label: 'Open', url: `http://${reader.host}:8080/deliveries` },
      }),
    }),
  )
  await runJobs(db, http.platform)
  return mailbox.messages().filter(({ id, to }) => id > before && to.includes(reader.email)).length
}
const browsersOf = async (user = reader) => (await http.as(user).call(readPush, {})).body.data.browsers

describe('somebody who chose notices', () => {
  test('gets one in each browser in place of the mail, readable there only, and no more than its subject', async () => {
    const [phone, desk] = [newBrowser('phone'), newBrowser('desk')]
    for (const { body } of [phone, desk]) expect((await http.as(reader).call(savePush, { body })).status).toBe(200)
    expect(await tell()).toBe(0)
    expect(arrivals.map(({ path }) => path).toSorted()).toEqual(['/desk', '/phone'])
    const { body, encoding, ttl, authorization } = arrivals.find(({ path }) => path === '/phone')!
    expect(phone.read(body)).toMatchObject({
      web_push: 8030,
      notification: { title: 'A delivery fails', navigate: `http://${reader.host}:8080/deliveries`, dir: 'ltr' },
    })
    expect(JSON.stringify(phone.read(body))).not.toMatch(/Dana|555/)
    expect(() => desk.read(body)).toThrow()
    expect([encoding, Number(ttl) > 0]).toEqual(['aes128gcm', true])
    const { public_key } = (await http.as(reader).call(readPush, {})).body.data
    expect(authorization).toMatch(new RegExp(`^vapid t=[\\w-]+\\.[\\w-]+\\.[\\w-]+, k=${public_key}$`))
    const claims = JSON.parse(Buffer.from(authorization.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({ aud: `http://${place}`, sub: expect.stringMatching(/^mailto:.+@/) })
  })

  test.each([403, 404, 410])(
    'loses a browser of which the push service answers %i, and gets mails again',
    async (gone) => {
      await http.as(reader).call(savePush, { body: newBrowser('old').body })
      status = gone
      expect(await tell()).toBe(0)
      expect(await browsersOf()).toBe(0)
      expect(await tell()).toBe(1)
    },
  )

  test('keeps a browser whose push service is down, and the notice is tried again', async () => {
    await http.as(reader).call(savePush, { body: newBrowser('slow').body })
    status = 503
    await expect(tell()).rejects.toThrow('503')
    expect(await browsersOf()).toBe(1)
  })

  test('turns a browser off, and nobody else does', async () => {
    const { body } = newBrowser('mine')
    await http.as(reader).call(savePush, { body })
    const { endpoint } = body
    await http.as(tree.brightside.owner).call(removePush, { body: { endpoint } })
    expect(await browsersOf()).toBe(1)
    await http.as(reader).call(removePush, { body: { endpoint } })
    expect(await browsersOf()).toBe(0)
  })
})

test('mails about accounts and money have no notices in their place', async () => {
  const answer = await http.as(reader).call(saveMailChoice, { body: { kind: 'money', frequency: 'push' } })
  expect(answer.status).toBe(422)
})

test('addresses and keys are kept encrypted, and only those of push services are taken', async () => {
  const { body } = newBrowser('sealed')
  await http.as(reader).call(savePush, { body })
  const { rows } = await db.adminPool.query('select push_subscription::text as row from push_subscription')
  expect(rows[0].row).not.toMatch(/sealed\b.*127|auth|p256dh/)
  const other = await http.as(reader).call(savePush, { body: { ...body, endpoint: 'https://example.com/push' } })
  expect([other.status, (other.body as { field?: string }).field]).toEqual([422, 'endpoint'])
  const bad = await http.as(reader).call(savePush, { body: { ...body, p256dh: 'AAAA' } })
  expect([bad.status, (bad.body as { field?: string }).field]).toEqual([422, 'p256dh'])
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://fcm.googleapis.com.example.com/x', false],
  ['https://10.0.0.1/x', false],
])('%s is a push service: %s', (endpoint, expected) => {
  expect(isPushService({ OUTGOING_ALLOW: [] }, endpoint)).toBe(expected)
})
