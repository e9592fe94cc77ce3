import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { startSendgrid, type SendgridStandIn } from '../connectors/sendgrid/stand-in.ts'
import { findConnection } from './connection-row.ts'
import { openSession } from './open-session.ts'

let world: ConnectionsWorld
let firm: SendgridStandIn

beforeAll(async () => {
  firm = await startSendgrid(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: firm.host, SENDGRID_URL: `${firm.url}/v3` })
})
afterAll(async () => {
  await world.close()
  await firm.stop()
})

/** Connects the account of Acme's first client. */
async function connect() {
  const { id, user } = world.tree.acme.clients[0]!
  firm.keys.add('SG.stand-in-key')
  await world.connect(id, 'sendgrid', { api_key: 'SG.stand-in-key' })
  const owner = { rootId: user.rootId, agencyId: user.agencyId!, clientId: id }
  const find = () =>
    inScope(world.db.appPool, { kind: 'root', rootId: user.rootId }, (tx) => findConnection(tx, owner, 'sendgrid'))
  return async () => (await find())!
}

test('a service’s requested wait is not shortened by a shorter wait from a concurrent request', async () => {
  const find = await connect()
  const session = await openSession(world.http.platform, await find(), 60_000)
  const blockedAfter_ms = async (retryAfter: number): Promise<number> => {
    firm.fail({ kind: 'answer', response: { status: 429, headers: { 'retry-after': String(retryAfter) } } })
    await expect(session.request({ method: 'GET', url: `${firm.url}/v3/scopes` })).rejects.toThrow()
    return (await find()).blockedUntil!.getTime() - machineTime(world.clock)
  }
  const long_ms = await blockedAfter_ms(900)
  expect(long_ms).toBeGreaterThan(890_000)
  expect(await blockedAfter_ms(10)).toBeGreaterThan(890_000)
  expect(await blockedAfter_ms(1_800)).toBeGreaterThan(1_790_000)
})

test('a 429 without a hint holds back the whole account for the length of its rate limit’s window', async () => {
  const find = await connect()
  const session = await openSession(world.http.platform, await find(), 60_000)
  firm.fail({ kind: 'answer', response: { status: 429 } })
  await expect(session.request({ method: 'GET', url: `${firm.url}/v3/scopes` })).rejects.toThrow('too_many')
  const count = firm.received.length
  await expect(openSession(world.http.platform, await find(), 60_000)).rejects.toThrow('slow_down')
  expect(firm.received).toHaveLength(count)
  world.wait(10_001)
  await expect(openSession(world.http.platform, await find(), 60_000)).resolves.toBeDefined()
})
