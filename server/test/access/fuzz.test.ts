import { rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi, type Mock } from 'vitest'
import { everyThirdOr, sampleOf } from '../proofs.ts'
import { errorAnswer, errorCatalog, oauthError, problemAnswer } from '#contract/core/errors.ts'
import type { Operation } from '#contract/core/operation.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, pathWith, noLimits, type TestAnswer, type TestApp } from '../app.ts'
import type { TestUser } from '../factories.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { makeDeveloper } from '../developer-token.ts'
import { propertySeed } from '../property-seed.ts'
import { makeTestFolder } from '../test-folder.ts'
import { formsOf, type FuzzedForm } from './fuzz-forms.ts'
import { inputsOf, type FuzzedInput } from './fuzz.ts'
import { canHold, endsSession, makeObject, makeWorld, objectKinds, type World } from './world.ts'

// Whatever the input: no response has status 500 or more, every error has the standard shape, and none reveals
// internals. FUZZ_RUNS is the number of inputs over all operations, FUZZ_SEED picks them. FUZZ_FIGURES names a file for
// the counts; `npm run bench -- fuzz` runs until a hundred thousand inputs are rejected.

const runs = Number(process.env['FUZZ_RUNS'] ?? sampleOf(1_500, 5_000))
const tally = { inputs: 0, refused: 0, faults: 0 }

const dataDir = makeTestFolder()
let db: TestDatabase
let http: TestApp
let developer: { authorization: string }
let world: World
/** Logged internal errors, which no response may reveal. */
let errorLog: Mock
/** Ids of existing objects: all of them, and by kind those that Acme's people can access. */
let ids: string[]
let reachable: Map<string, string[]>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db)
  http = await createTestApp(db, { limiter: noLimits, env: { DATA_DIR: dataDir } })
  errorLog = vi.spyOn(http.platform.log, 'error')
  developer = await makeDeveloper(db, http.platform, world.tree.acme.owner)
  ids = []
  reachable = new Map()
  for (const spot of world.spots) {
    const isAcme = spot.person.agencyId === world.tree.acme.id
    for (const kind of objectKinds.filter((each) => canHold(each, spot))) {
      const id = await makeObject(world, kind, spot)
      ids.push(id)
      if (isAcme || kind === 'import') reachable.set(kind, [...(reachable.get(kind) ?? []), id])
    }
  }
})
afterAll(async () => {
  const figures = process.env['FUZZ_FIGURES']
  if (figures) writeFileSync(figures, JSON.stringify({ seed: propertySeed, ...tally }))
  await http.close()
  await db.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

// Operations that remove objects run last, so that the others find some.
const removes = (operation: Operation): number => Number(/remove|archive/i.test(operation.name))
const operations = routes.map((route) => route.operation).toSorted((a, b) => removes(a) - removes(b))
/** All of them when somebody asks for a number of inputs. */
const fuzzedOperations = process.env['FUZZ_RUNS'] ? operations : everyThirdOr(operations, ({ name }) => name)
const perOperation = Math.max(sampleOf(4, 20), Math.floor(runs / operations.length))

/** Callers whom the operation allows, so that inputs get past the access check. */
function callersOf(operation: Operation): (TestUser | null)[] {
  const { root, acme } = world.tree
  const people = [root.system, acme.owner, acme.admin, acme.clients[0]!.user]
  const callers = people.filter((user) => operation.access[user.kind])
  return callers.length > 0 ? callers : [null]
}

const inside = /\bat .*\.ts:|node_modules|select .* from|pg_|syntax error|violates|\bECONN/i

async function check(operation: Operation, user: TestUser | null, input: FuzzedInput): Promise<void> {
  const isDeveloper = operation.style === 'developer'
  const caller = user ? http.as(user) : isDeveloper ? http.anonymous(world.tree.acme.host) : http.anonymous()
  const answer = await caller.call(operation, isDeveloper ? { ...input, headers: developer } : input)
  if (endsSession(operation)) http.forget()
  if (operation.transport === 'stream' && answer.status === 200) answer.raw.stream().destroy()
  judge(operation, answer)
}

async function checkForm(operation: Operation, user: TestUser, input: FuzzedInput, form: FuzzedForm): Promise<void> {
  const raw = await http.as(user).inject({
    method: operation.method as 'POST',
    url: pathWith(operation, input.params),
    headers: { 'content-type': form.contentType },
    payload: form.payload,
  })
  judge(operation, { status: raw.statusCode, body: raw.json() as TestAnswer<Operation>['body'] })
}

/** The error message of a response, in the operation's style. */
function refusalIn({ style }: Operation, body: unknown): string {
  if (style === 'developer') return problemAnswer.parse(body).detail
  return style === 'oauth' ? oauthError.parse(body).error_description : errorAnswer.parse(body).message
}

function judge(operation: Operation, { status, body }: Pick<TestAnswer<Operation>, 'status' | 'body'>): void {
  tally.inputs++
  const errorStatuses = (operation.errors ?? []).map((code) => errorCatalog[code].status as number)
  if (status >= 500 && !errorStatuses.includes(status)) {
    tally.faults++
    const [fault] = (errorLog.mock.lastCall ?? []) as [{ err?: Error }?]
    throw new Error(`answers ${status}: ${fault?.err?.stack ?? 'nothing was logged'}`)
  }
  if (status < 400) return
  tally.refused++
  const refusal = refusalIn(operation, body)
  if (inside.test(refusal)) throw new Error(`shows the inside: ${refusal}`)
}

describe(`seed ${propertySeed}`, () => {
  test.each(fuzzedOperations.map((operation) => [operation.name, operation] as const))(
    '%s handles any input',
    async (_name, operation) => {
      const callers = callersOf(operation)
      const objectIds = reachable.get(operation.object?.kind ?? 'none') ?? []
      const property = fc.asyncProperty(inputsOf(operation, ids, objectIds), fc.nat(), (input, at) =>
        check(operation, callers[at % callers.length]!, input),
      )
      await fc.assert(property, { numRuns: perOperation, endOnFailure: true })
    },
    240_000,
  )

  const takingForms = operations.filter(({ transport }) => transport === 'multipart')
  test.each(takingForms.map((operation) => [operation.name, operation] as const))(
    '%s handles any form, whole or damaged',
    async (_name, operation) => {
      const callers = callersOf(operation).filter((user) => user !== null)
      const objectIds = reachable.get(operation.object?.kind ?? 'none') ?? []
      const property = fc.asyncProperty(inputsOf(operation, ids, objectIds), formsOf(operation), (input, form) =>
        checkForm(operation, callers[0]!, input, form),
      )
      await fc.assert(property, { numRuns: Math.max(sampleOf(20, 150), perOperation), endOnFailure: true })
    },
    240_000,
  )

  test('an invalid envelope is rejected like all other invalid input', async () => {
    const good = await http.seal('POST', '/api/auth/refresh-token', { refresh_token: 'a'.repeat(43) })
    const envelopes = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.jsonValue().map((value) => JSON.stringify({ dt: value })),
      fc.string({ maxLength: 200 }).map((dt) => JSON.stringify({ dt })),
      // A valid body with one character changed, removed or duplicated.
      fc
        .tuple(fc.integer({ min: 7, max: good.length - 3 }), fc.constantFrom('A', '.', '', '_', '='))
        .map(([at, sign]) => good.slice(0, at) + (good[at] === sign ? '' : sign) + good.slice(at + 1)),
    )
    const headers = { 'content-type': 'application/json' }
    const url = '/api/auth/refresh-token'
    const send = async (payload: string): Promise<void> => {
      const answer = await http.anonymous().inject({ method: 'POST', url, headers, payload })
      tally.inputs++
      tally.refused++
      expect(answer.statusCode).toBe(400)
      expect({ ...answer.json(), request_id: '' }).toEqual({
        result: 'failed',
        code: 'sealed_body',
        message: errorCatalog.sealed_body.message,
        request_id: '',
      })
    }
    await fc.assert(fc.asyncProperty(envelopes, send), { numRuns: Math.floor(runs / 5), endOnFailure: true })
  }, 240_000)
})
