import { beforeEach, expect, test } from 'vitest'
import { listUserLogs } from '#contract/activity/user-logs.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { readMachine } from '#contract/machine/machine.ts'
import { saveQuietHours } from '#contract/people/mail-choices.ts'
import { logout } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { openWorld } from '#server/test/world.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openWorld({ clock })
const { owner } = tree.acme

async function turn(to: 'on' | 'off'): Promise<void> {
  await db.adminPool.query('delete from read_only_mode')
  if (to === 'on') await db.adminPool.query(`insert into read_only_mode values (true, $1, 'a new disk')`, [new Date()])
  clock.advance(1_001)
}
beforeEach(() => turn('on'))

const write = () =>
  http.as(owner).call(saveQuietHours, { body: { quiet_from: '22:00', quiet_until: '07:00' } } as never)

test('a call that would change something is refused with a sentence and a time, and works again afterward', async () => {
  const refusal = await write()
  expect(refusal).toMatchObject({
    status: 503,
    body: { code: 'read_only', message: expect.stringMatching(/maintained/) },
  })
  expect(refusal.headers['retry-after']).toBe('60')
  await turn('off')
  expect((await write()).status).not.toBe(503)
})

test('reading goes on, also where it takes a POST, and every page is told', async () => {
  const standing = async () => (await http.as(owner).call(readStanding, {})).body.data.read_only
  expect(await standing()).toBe(true)
  expect((await http.as(owner).call(listUserLogs, { body: {} } as never)).status).not.toBe(503)
  const { read_only } = (await http.as(tree.root.system).call(readMachine, {})).body.data
  expect(read_only).toMatchObject({ reason: 'a new disk' })
  await turn('off')
  expect(await standing()).toBe(false)
})

test('people still sign in and out', async () => {
  expect((await http.as(tree.acme.clients[0]!.user).call(logout, {} as never)).status).toBe(200)
})

test('forms and webhooks are refused, too: they come again', async () => {
  const { host } = tree.acme
  const form = await http.app.inject({ method: 'POST', url: '/privacy-choices', headers: { host }, payload: '' })
  const hook = await http.app.inject({
    method: 'POST',
    url: '/hooks/payments/stripe',
    headers: { host },
    payload: '{}',
  })
  expect([form.statusCode, hook.statusCode]).toEqual([503, 503])
})
