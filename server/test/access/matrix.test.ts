import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallerKind, ObjectKind, Relation } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import { proofOf } from '#contract/sign-in/proof-of-identity.ts'
import { newId } from '#server/platform/ids.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, noLimits, type CallInput, type TestAnswer, type TestApp } from '../app.ts'
import type { TestUser } from '../factories.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { makeLeadExport } from '../make-lead-export.ts'
import { makeSentReport } from '../make-sent-report.ts'
import { makeCustomIntegration } from '../make-custom-integration.ts'
import { everyThirdOr, sampleOf } from '../proofs.ts'
import { inputOf } from './example-of.ts'
import {
  canHold,
  endsSession,
  unassignExecutive,
  makeObject,
  makeVisit,
  makeWorld,
  relationBetween,
  type Spot,
  type World,
} from './world.ts'

// Every operation × every kind of caller × every relation to the object, over HTTP, from the declarations (SEC-15).

interface Principal {
  name: string
  kind: CallerKind
  user: TestUser | null
  /** Whether this person has a role without menu flags. */
  isBare?: boolean
}

let db: TestDatabase
let http: TestApp
let world: World
let principals: Principal[]
const operations = routes.map((route) => route.operation)

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db)
  http = await createTestApp(db, { limiter: noLimits })
  // A condition outside the declarations (R077): clients may create campaigns only if their agency allows it.
  await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where kind = 'client'`)
  const { root, acme } = world.tree
  const person = (user: TestUser): Principal => ({ name: user.kind, kind: user.kind, user })
  principals = [
    ...[root.system, root.admin, root.salesRep, root.executive, acme.owner, acme.admin].map(person),
    person(acme.clients[0]!.user),
    { name: 'administrator without a flag', kind: 'administrator', user: acme.bareAdmin, isBare: true },
    { name: 'anonymous', kind: 'anonymous', user: null },
  ]
})
beforeEach(() => unassignExecutive(world))
afterAll(async () => {
  await http.close()
  await db.drop()
})

/** Account executives may send only some forms of these: prices, and companies with their main users (R148). */
const formsOfExecutives: Record<string, CallInput> = {
  readSetting: { query: { settingname: 'costagency' } },
  saveSetting: { body: { settingname: 'costagency' } },
  updateUser: {
    body: {
      userType: 'client',
      ClientFullName: 'Someone',
      ClientEmail: 'someone@example.test',
      ClientCompanyName: 'Some Company',
    },
  },
}

async function inputBy(
  { kind, user }: Principal,
  operation: Operation,
  objectId: string | undefined,
): Promise<CallInput> {
  const input = inputOf(operation, objectId)
  const form = kind === 'accountExecutive' ? formsOfExecutives[operation.name] : undefined
  if (form?.query) return { ...input, query: { ...input.query, ...form.query } }
  const { companyID } = (input.body ?? {}) as { companyID?: string }
  const { object } = operation
  const objectKey = object && object.kind !== 'none' ? { [object.key]: objectId } : {}
  if (form?.body) return { ...input, body: { companyID, ...form.body, ...objectKey } }
  // The visit is named along with its campaign; a made-up id would be 404.
  if (operation.name === 'undoConversion' && objectId !== undefined)
    return { ...input, body: { ...objectKey, visit_id: await makeVisit(db, objectId) } }
  // The same is true of a custom integration and its company.
  if (ofCustomIntegration.has(operation.name) && objectId !== undefined && (await isCompany(objectId))) {
    await db.adminPool.query(`delete from connection where company_id = $1 and kind = 'custom'`, [objectId])
    const integration = await makeCustomIntegration(db, http.platform, objectId)
    if (operation.params) return { ...input, params: { ...input.params, integration } }
    return { ...input, body: { ...(input.body as object), integration_id: integration } }
  }
  if (ofSentReport.has(operation.name) && objectId !== undefined && (await isCompany(objectId))) {
    const id = await makeSentReport(db, objectId)
    const key = operation.name === 'revokeReportLink' ? 'link_id' : 'schedule_id'
    return { ...input, body: { ...(input.body as object), [key]: id } }
  }
  // And of an export file, which only its requester may access.
  if (ofOwnFile.has(operation.name) && objectId !== undefined && user && (await isCompany(objectId)))
    return { ...input, params: { ...input.params, id: await makeLeadExport(db, http.platform, objectId, user) } }
  if (operation.name === 'saveReportSchedule')
    return { ...input, body: { ...(input.body as object), recipients: ['someone@example.test'] } }
  return input
}

/** Scheduled or shared reports, named along with their company. */
const ofSentReport = new Set(['setReportScheduleStatus', 'sendReportNow', 'removeReportSchedule', 'revokeReportLink'])

const ofOwnFile = new Set(['downloadLeadExport', 'removeLeadExport'])

const ofCustomIntegration = new Set(['getCustomIntegration', 'saveCustomIntegration', 'removeCustomIntegration'])
const isCompany = async (id: string): Promise<boolean> =>
  (await db.adminPool.query("select from company where id = $1 and kind <> 'root'", [id])).rows.length > 0

const call = async (principal: Principal, operation: Operation, objectId?: string): Promise<TestAnswer<Operation>> => {
  const caller = principal.user ? http.as(principal.user) : http.anonymous()
  const answer = await caller.call(operation, await inputBy(principal, operation, objectId))
  if (operation.transport === 'stream' && answer.status === 200) answer.raw.stream().destroy()
  if (endsSession(operation)) http.forget()
  // An agency whose package has ended cannot start anything, so give it a new one.
  if (operation.name === 'cancelSubscription' && answer.status === 200) {
    await db.adminPool.query(`update company set package_id = 'FREE' where kind = 'agency' and package_id is null`)
    http.forget()
  }
  return answer
}

/** An error as the caller sees it. */
const shape = ({ status, body }: TestAnswer<Operation>): unknown => ({ status, ...body, request_id: '' })

/** Nobody is in view mode here, so Report Analytics is for the operator only (R142). */
const analysts: readonly CallerKind[] = ['rootSystem', 'rootAdmin']

/** The declaration's status for this caller, whatever the object: 401, 403, or null if allowed. */
function refusalOf(operation: Operation, principal: Principal): number | null {
  const grant = operation.access[principal.kind]
  if (!grant) return principal.kind === 'anonymous' ? 401 : 403
  if (grant.analyses && !analysts.includes(principal.kind)) return 403
  return principal.isBare && (grant.permission || grant.anyMenu) ? 403 : null
}

const spotOf = (principal: Principal): Spot =>
  world.spots.find((spot) => spot.companyId === (principal.user?.companyId ?? world.tree.root.id))!

/**
 * The relation of a caller to an object at this spot. Sales staff have access to what is assigned to them (R141,
 * OQ-34); of their own operator they see only its name.
 */
function relationFor(principal: Principal, spot: Spot, of: ObjectKind): Relation {
  const relation = relationBetween(spotOf(principal), spot)
  if (principal.kind !== 'accountExecutive') return relation
  if (relation === 'own') return of === 'company' ? 'own' : 'foreign'
  return spot.person.agencyId === world.tree.acme.id ? relation : 'foreign'
}

const refusals = [401, 403, 404]

/** One of the cases for the everyday run: over operations and callers, all have their turn. */
function inTurn<T>(cases: readonly T[], operation: Operation, principal = principals[0]!): readonly T[] {
  const turn = (operations.indexOf(operation) + principals.indexOf(principal)) % cases.length
  return cases.slice(turn, turn + 1)
}

/** The kind of object that an operation names, or null. */
const objectKindOf = (operation: Operation): Exclude<ObjectKind, 'none'> | null =>
  operation.object && operation.object.kind !== 'none' ? operation.object.kind : null

/** The operations that a test goes through, with their names. */
const rowsOf = (isOne: (operation: Operation) => boolean): readonly (readonly [string, Operation])[] =>
  everyThirdOr(operations.filter(isOne), ({ name }) => name).map((operation) => [operation.name, operation])

describe('the access matrix', () => {
  test('covers every operation, each with at least one caller', () => {
    expect(operations.length).toBeGreaterThan(20)
    expect(new Set(operations.map((operation) => operation.name)).size).toBe(operations.length)
    expect(operations.filter((operation) => Object.keys(operation.access).length === 0)).toEqual([])
  })

  test.each(rowsOf((operation) => !objectKindOf(operation)))(
    'allows %s for the callers it names and rejects all others',
    async (_name, operation) => {
      for (const principal of principals) {
        const { status } = await call(principal, operation)
        // The example's credentials are made up, so 401 does not mean that an anonymous caller was denied.
        const isRefused = status === 403 || (status === 401 && !operation.access.anonymous)
        expect([principal.name, isRefused ? status : null]).toEqual([principal.name, refusalOf(operation, principal)])
      }
    },
  )

  test.each(rowsOf((operation) => objectKindOf(operation) !== null))(
    'lets %s reach objects in scope, and foreign ones get the same response as absent ones',
    async (_name, operation) => {
      const kind = objectKindOf(operation)!
      const spares = new Map<Spot, Promise<string>>()
      for (const principal of principals) {
        const refusal = refusalOf(operation, principal)
        const absent = await call(principal, operation, newId(Date.now()))
        expect([principal.name, 'absent', absent.status]).toEqual([principal.name, 'absent', refusal ?? 404])
        const holders = world.spots.filter((each) => canHold(kind, each))
        const relations = new Map(holders.map((each) => [relationFor(principal, each, kind), each]))
        // One spot per relation is enough for callers whom the declaration denies access before any lookup.
        const spots = refusal === null ? holders : [...relations.values()]
        for (const spot of sampleOf(inTurn([...relations.values()], operation, principal), spots))
          await checkCell(operation, kind, principal, spot, refusal, absent, spares)
      }
    },
    60_000,
  )

  test.each(rowsOf((operation) => proofOf(operation) === 'recent'))(
    'requires a recent proof of identity for %s, which changes nothing without it',
    async (_name, operation) => {
      const kind = objectKindOf(operation)
      const provers = principals.filter((each) => each.user && refusalOf(operation, each) === null)
      for (const principal of sampleOf(inTurn(provers, operation), provers)) {
        await http.forgetProof(principal.user!)
        const reach = operation.access[principal.kind]!.reach
        const spot =
          kind && world.spots.find((each) => canHold(kind, each) && reach.includes(relationFor(principal, each, kind)))
        const { status, body } = await call(
          principal,
          operation,
          spot ? await makeObject(world, kind, spot) : undefined,
        )
        expect([principal.name, status, body.code]).toEqual([principal.name, 403, 'reauthenticate'])
        http.forget(principal.user!)
      }
    },
  )
})

async function checkCell(
  operation: Operation,
  kind: Exclude<ObjectKind, 'none'>,
  principal: Principal,
  spot: Spot,
  refusal: number | null,
  absent: TestAnswer<Operation>,
  spares: Map<Spot, Promise<string>>,
): Promise<void> {
  const relation = relationFor(principal, spot, kind)
  const cell = [principal.name, relation, spot.name]
  // Callers who are refused leave an object as it is, for the next one who is.
  const object = (refusal !== null && spares.get(spot)) || makeObject(world, kind, spot)
  if (refusal !== null) spares.set(spot, object)
  const answer = await call(principal, operation, await object)
  const isTheirs = relation === 'own' || relation === 'below'
  if (refusal !== null) expect([...cell, answer.status]).toEqual([...cell, refusal])
  else if (operation.access[principal.kind]!.reach.includes(relation)) {
    expect([...cell, refusals.includes(answer.status) ? shape(answer) : 'passes']).toEqual([...cell, 'passes'])
  } else expect([...cell, answer.status]).toEqual([...cell, isTheirs ? 403 : 404])
  if (!isTheirs) expect([...cell, shape(answer)]).toEqual([...cell, shape(absent)])
}
