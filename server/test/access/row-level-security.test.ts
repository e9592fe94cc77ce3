import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyNth, everyThirdOr, sampleOf } from '../proofs.ts'
import type { Operation } from '#contract/core/operation.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, noLimits, type TestApp } from '../app.ts'
import type { TestUser } from '../factories.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { inputOf } from './example-of.ts'
import {
  canaryOf,
  canHold,
  endsSession,
  makeObject,
  makeWorld,
  objectKinds,
  relationBetween,
  type Spot,
  type World,
} from './world.ts'

// With the access checks disabled, any caller may call with any object id. Row-level security alone must ensure that 0
// foreign rows are read and 0 foreign rows changed (SEC-15).

let db: TestDatabase
let http: TestApp
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db)
  http = await createTestApp(db, { limiter: noLimits, accessChecks: false })
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

/** Excludes public operations, which do not depend on tenant rows. */
const operations = routes.map((route) => route.operation).filter((operation) => !operation.access.anonymous)
interface Visitor {
  user: TestUser
  spot: Spot
}

const visitors = (): Visitor[] => {
  const { acme, root, other } = world.tree
  const users = [acme.owner, acme.bareAdmin, acme.clients[0]!.user, root.salesRep, root.executive, other.system]
  return users.map((user) => ({ user, spot: world.spots.find((spot) => spot.companyId === user.companyId)! }))
}

/**
 * A digest per tenant table of these companies' rows. Excludes the caller's own row and the log of their actions, which
 * mention any ids that they sent.
 */
async function digestOf(spots: Spot[], visitor: TestUser): Promise<Record<string, string>> {
  const { rows: tables } = await db.adminPool.query<{ name: string; own: boolean }>(
    `select c.relname as name, bool_or(a.attname = 'client_id') as own
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attname in ('root_id', 'client_id')
     where c.relkind in ('r', 'p') and c.relrowsecurity group by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await db.adminPool.query<{ digest: string | null; count: number }>(
      `select md5(string_agg(row, '|' order by row)) as digest, count(*)::int as count
       from (
         select t::text as row from ${name} t
         where not coalesce($2 in (to_jsonb(t) ->> 'actor_id', to_jsonb(t) ->> 'id'), false)
       ) rows
       where exists (select from unnest($1::text[]) id where row like '%' || id || '%')`,
      [spots.map((spot) => spot.companyId), visitor.id],
    )
    digests[name] = `${rows[0]!.count} ${rows[0]!.digest}`
  }
  return digests
}

test('the access hooks are really off: a call that they would reject reaches its use case', async () => {
  const clients = operations.find((operation) => operation.name === 'listCompanies')!
  const owner = world.tree.acme.owner
  const input = inputOf(clients, world.tree.brightside.id)
  expect((await http.as(owner).call(clients, input)).status).toBe(200)
  const appWithHooks = await createTestApp(db, { limiter: noLimits })
  expect((await appWithHooks.as(owner).call(clients, input)).status).toBe(404)
  await appWithHooks.close()
})

const kinds = ['agencyOwner', 'administrator', 'client', 'salesRep', 'accountExecutive', 'rootSystem'] as const
test.each(everyNth(kinds, 2))(
  'without access hooks, %s reads and changes no row of anybody else',
  async (kind) => {
    const { user, spot } = visitors().find((visitor) => visitor.user.kind === kind)!
    const foreign = world.spots.filter((each) => !['own', 'below', 'above'].includes(relationBetween(spot, each)))
    // Sales staff see nothing by default except which agencies are assigned to them.
    const assignedSpot = world.spots.find((each) => each.companyId === world.tree.acme.id)
    const unseenBy: Record<string, Spot[]> = {
      salesRep: world.spots,
      accountExecutive: world.spots.filter((each) => each !== assignedSpot),
    }
    const hiddenSpots = unseenBy[kind] ?? foreign
    expect(hiddenSpots.length).toBeGreaterThan(1)
    // Create one object of every kind at every foreign spot before the calls.
    const things = new Map<string, string>()
    for (const each of hiddenSpots) {
      for (const thing of objectKinds.filter((one) => canHold(one, each))) {
        things.set(`${thing} ${each.name}`, await makeObject(world, thing, each))
      }
    }
    const before = await digestOf(hiddenSpots, user)
    expect(Object.values(before).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(6)
    const leaks: string[] = []
    for (const [at, operation] of everyThirdOr(operations, ({ name }) => name).entries()) {
      // An operation that names no spot is the same for all spots: call it once and check for leaks of any.
      const isOfPlace = namesPlace(operation)
      const spots = isOfPlace
        ? hiddenSpots.filter((each) => isPlaceOf(operation, each, things))
        : hiddenSpots.slice(0, 1)
      const turn = at % spots.length
      for (const each of sampleOf(spots.slice(turn, turn + 1), spots))
        leaks.push(...(await visit(operation, user, each, things, isOfPlace ? [each] : hiddenSpots)))
    }
    expect(leaks).toEqual([])
    expect(await digestOf(hiddenSpots, user)).toEqual(before)
  },
  // In full, an account executive visits every spot with every call.
  180_000,
)

test('the test can fail: without the policies too, calls show foreign rows', { timeout: 60_000 }, async () => {
  const spot = world.spots.find((each) => each.companyId === world.tree.brightside.clients[0]!.id)!
  const things = new Map<string, string>()
  for (const thing of objectKinds.filter((one) => canHold(one, spot))) {
    things.set(`${thing} ${spot.name}`, await makeObject(world, thing, spot))
  }
  const { rows } = await db.adminPool.query<{ name: string }>(
    `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await db.adminPool.query(`alter table ${name} disable row level security`)
  const leaks: string[] = []
  for (const operation of operations.filter(({ name }) => sampleOf(name === 'readUser', true)))
    leaks.push(...(await visit(operation, world.tree.acme.owner, spot, things)))
  for (const { name } of rows) await db.adminPool.query(`alter table ${name} enable row level security`)
  expect(leaks).toContain(`readUser showed ${spot.person.email}`)
})

const namesPlace = (operation: Operation): boolean =>
  (operation.object?.kind ?? 'none') !== 'none' || inputOf(operation).params?.['clientID'] !== undefined

const isPlaceOf = ({ object }: Operation, spot: Spot, things: ReadonlyMap<string, string>): boolean =>
  (object?.kind ?? 'none') === 'none' || things.has(`${object!.kind} ${spot.name}`)

/** Calls an operation with a foreign spot's objects. Returns what the response reveals of the hidden spots. */
async function visit(
  operation: Operation,
  user: TestUser,
  spot: Spot,
  things: Map<string, string>,
  hidden: readonly Spot[] = [spot],
): Promise<string[]> {
  const kind = operation.object?.kind ?? 'none'
  const id = kind === 'none' ? undefined : things.get(`${kind} ${spot.name}`)
  if ((kind !== 'none' && id === undefined) || endsSession(operation)) return []
  const input = inputOf(operation, id)
  // The client id in the path must be foreign too.
  if (input.params?.['clientID'] && spot.client) input.params['clientID'] = spot.companyId
  const answer = await http.as(user).call(operation, input)
  const isStreaming = operation.transport === 'stream' && answer.status === 200
  const text = isStreaming ? await firstBytes(answer.raw.stream()) : JSON.stringify(answer.body)
  const canaries = hidden.flatMap((each) => [canaryOf(each), each.person.email])
  return canaries.filter((canary) => text.includes(canary)).map((canary) => `${operation.name} showed ${canary}`)
}

/** What a live stream sends immediately. */
async function firstBytes(stream: NodeJS.ReadableStream & { destroy?: () => void }): Promise<string> {
  let text = ''
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => setTimeout(resolve, 50))
  stream.destroy?.()
  return text
}
