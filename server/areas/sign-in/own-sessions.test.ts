import { beforeEach, expect, test } from 'vitest'
import { endOtherSessions, endSession, listSessions } from '#contract/sign-in/own-sessions.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const agents = {
  laptop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
  script: '<script>alert(1)</script>',
}

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
beforeEach(() => clock.advance(60_000))

/** Signs in with a browser and confirms the identity there; returns the functions by which that browser calls. */
async function signInWith(user: TestUser, agent: string, headers = {}) {
  clock.advance(1_000)
  const body = { username: user.email, password: testPassword }
  const answer = await http.anonymous(user.host).call(login, { body, headers: { 'user-agent': agent, ...headers } })
  if (!('access_token' in answer.body)) throw new Error('no session')
  const authorization = { authorization: `Bearer ${answer.body.access_token}` }
  const proof = { body: { password: testPassword }, headers: authorization }
  expect((await http.anonymous(user.host).call(reauthenticate, proof)).status).toBe(200)
  return {
    cookie: String(answer.headers['set-cookie']).split(';')[0]!,
    list: () => http.anonymous(user.host).call(listSessions, { headers: authorization }),
    end: (id: string) => http.anonymous(user.host).call(endSession, { params: { id }, headers: authorization }),
    endOthers: () => http.anonymous(user.host).call(endOtherSessions, { body: {}, headers: authorization }),
  }
}
const notices = async (): Promise<number> => {
  const { rows } = await db.adminPool.query('select count(*)::int as count from graphile_worker.jobs')
  return rows[0].count
}

test('people see where they are signed in, on what device and from where, and which session is this', async () => {
  const user = tree.acme.owner
  const laptop = await signInWith(user, agents.laptop)
  await signInWith(user, agents.phone)
  await signInWith(user, agents.script)
  const { body } = await laptop.list()
  expect(body.data.map(({ device, current }) => [device, current])).toEqual([
    ['Unknown device', false],
    ['Safari on iOS', false],
    ['Chrome on Windows', true],
  ])
  expect(body.data[0]).toMatchObject({ address: '127.0.0.1', host: 'acme.localhost' })
})

test('an ended session is rejected at its next call and removed from the list', async () => {
  const user = tree.acme.admin
  const laptop = await signInWith(user, agents.laptop)
  const phone = await signInWith(user, agents.phone)
  const { body } = await laptop.list()
  const theirs = body.data.find(({ current }) => !current)!
  expect((await laptop.end(theirs.id)).status).toBe(200)
  expect((await phone.list()).status).toBe(401)
  expect((await laptop.list()).body.data).toHaveLength(1)
  expect((await laptop.end(theirs.id)).status).toBe(404)
})

test('all other sessions can be ended at once', async () => {
  const user = tree.brightside.owner
  const laptop = await signInWith(user, agents.laptop)
  const others = [await signInWith(user, agents.phone), await signInWith(user, agents.laptop)]
  expect((await laptop.endOthers()).body.ended).toBe(2)
  for (const otherBrowser of others) expect((await otherBrowser.list()).status).toBe(401)
  expect((await laptop.list()).status).toBe(200)
})

test("nobody ends another person's session, not even the operator", async () => {
  const mine = await signInWith(tree.brightside.admin, agents.laptop)
  const { id } = (await mine.list()).body.data[0]!
  for (const user of [tree.root.system, tree.brightside.owner]) {
    const theirs = await signInWith(user, agents.laptop)
    expect((await theirs.end(id)).status).toBe(404)
    expect((await theirs.end(newId(clock.now()))).status).toBe(404)
  }
  expect((await mine.list()).status).toBe(200)
})

test('a new device is reported by email; the very first and known ones are not', async () => {
  const user = tree.acme.clients[0]!.user
  const before = await notices()
  const first = await signInWith(user, agents.laptop)
  expect(await notices()).toBe(before)
  await signInWith(user, agents.laptop, { cookie: first.cookie })
  expect(await notices()).toBe(before)
  await signInWith(user, agents.phone)
  expect(await notices()).toBe(before + 1)
})
