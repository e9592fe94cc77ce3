import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyStep, saveProfile } from '#contract/people/profile.ts'
import { readSetting } from '#contract/settings/settings.ts'
import { isSealed, type Operation } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import { openApiOf } from '#server/platform/http/openapi.ts'
import { newId } from '#server/platform/ids.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, noLimits, type TestApp } from '../app.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { makeCustomIntegration } from '../make-custom-integration.ts'
import { readTable } from '../specification.ts'
import { documentedCalls, type DocumentedCall } from './documented-calls.ts'
import { inputOf, schemaOf, type JsonSchema } from './example-of.ts'
import { canHold, endsSession, makeObject, makeWorld, relationBetween, type World } from './world.ts'

// A front end written from the documents must work: sends each call as documented, sealed, over HTTP (decision 38).

let db: TestDatabase
let http: TestApp
let world: World
let calls: Record<string, DocumentedCall>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db)
  http = await createTestApp(db, { limiter: noLimits })
  // The agency itself, because earlier calls add and delete clients.
  const company = world.tree.acme.id
  const integration = await makeCustomIntegration(db, http.platform, company)
  calls = {
    ...(await documentedCalls(world)),
    C147: { as: world.tree.acme.owner, body: { company_id: company, integration_id: integration } },
    C151: { as: world.tree.acme.owner, params: { company, integration } },
  }
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

const operationById = new Map(routes.map(({ operation }) => [operation.id, operation]))
const operations = readTable('operations').filter(({ id }) => operationById.has(id!))
const documentedRows = new Map(readTable('calls').map((call) => [call['id']!, call]))
const fieldsOf = (entity: string): string[] =>
  readTable('fields').flatMap((row) => (row['entity'] === entity && /^\w+$/.test(row['field']!) ? [row['field']!] : []))

/** Operations whose body the documents define by an entity. */
const entities: Readonly<Record<string, string>> = {
  C043: 'Client or user create/update payload',
  C044: 'Client or user create/update payload',
  C081: 'Campaign (leadspeek)',
  C082: 'Campaign (leadspeek)',
  C083: 'Campaign (leadspeek)',
  C084: 'Campaign (leadspeek)',
  C034: 'Company group',
  C119: 'Card',
  C121: 'Card',
  C122: 'Card',
}

/** The keys in a column, such as `pwd, urldata`; none where the documents say "not shown". */
function keysIn(column: string | undefined): string[] {
  if (!column || /not shown|^none$|^Client or user|^multipart/.test(column)) return []
  return column.split(',').flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? [])
}

describe('a call with the documented body', () => {
  test('is built here for each row of the document that lists keys', () => {
    for (const { id } of operations) {
      const row = documentedRows.get(id!)
      const call = calls[id!]
      const keys = [...keysIn(row?.['body_fields']), ...(entities[id!] ? fieldsOf(entities[id!]!) : [])]
      if (keys.length === 0) continue
      expect([id, Object.keys(call?.body ?? {})]).toEqual([id, expect.arrayContaining(keys)])
    }
  })

  test.each(operations.map(({ id, method }) => [id!, method!, operationById.get(id!)!] as const))(
    '%s %s is accepted',
    async (id, _method, operation) => {
      if (operation.transport === 'multipart') return
      const call = calls[id]
      if (call) await sendDocumented(operation, call)
      else await sendDeclared(operation)
    },
  )
})

describe('a parameter that the session already knows', () => {
  const idsysOf = async (idsys: string) => {
    const { acme } = world.tree
    return http.as(acme.owner).call(readSetting, { query: { companyID: acme.id, settingname: 'modules', idsys } })
  }

  test('is accepted if it matches: the operator, or the company that a host reports as its system', async () => {
    for (const id of [world.tree.root.id, world.tree.acme.id, ''])
      expect([id, (await idsysOf(id)).status]).toEqual([id, 200])
  })

  test('is rejected by name if it contradicts, whether it exists or not', async () => {
    for (const id of [world.tree.brightside.id, world.tree.other.rootId, newId(Date.now()), 'x']) {
      const { status, body } = await idsysOf(id)
      expect([status, body.field, body.message]).toEqual([422, 'idsys', 'This does not match your session.'])
    }
  })
})

test('C020: the profile is accepted as a form, with every field of a person and a company', async () => {
  const user = world.tree.acme.owner
  const fields = readTable('fields').flatMap(({ entity, field }) => (entity === 'User data' ? [field!] : []))
  const { shape } = companyStep
  const company = Object.keys(shape).filter((key) => fields.includes(key))
  expect(company).toEqual(expect.arrayContaining(['company_name', 'company_phone', 'company_country_code']))
  const forms = [
    {
      step: '1',
      name: 'Ann',
      email: user.email,
      phonenum: '',
      address: '',
      city: '',
      zip: '',
      state_code: '',
      country_code: '',
    },
    { step: '2', ...Object.fromEntries(company.map((key) => [key, ''])), company_name: 'Acme' },
  ]
  for (const form of forms) {
    const payload = Object.entries(form)
      .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await http
      .as(user)
      .inject({ method: 'POST', url: '/api/user/update', headers, payload: `${payload}--b--\r\n` })
    expect([form.step, answer.statusCode, answer.json()]).toEqual([
      form.step,
      200,
      expect.objectContaining({ result: 'success' }),
    ])
  }
})

describe('the OpenAPI document', () => {
  const document = openApiOf([...operationById.values()], {
    title: '',
    version: '1',
    description: '',
    contact: { name: '', url: '' },
    areas: {},
    oauth: {},
  }) as {
    paths: Record<
      string,
      Record<
        string,
        { requestBody?: { content: Record<string, { schema: JsonSchema }> }; parameters: { name: string }[] }
      >
    >
  }
  const bodyOf = (operation: Operation) =>
    document.paths[`/api${operation.path}`]![operation.method.toLowerCase()]!.requestBody!.content

  test('describes the contents of {dt} in each sealed call, as its schema accepts them', () => {
    const sealedOperations = [...operationById.values()].filter(isSealed)
    expect(sealedOperations.length).toBeGreaterThan(40)
    for (const operation of sealedOperations) {
      const { dt } = bodyOf(operation)['application/json']!.schema.properties! as Record<
        string,
        Record<string, unknown>
      >
      const inside = dt!['contentSchema'] as JsonSchema
      expect([operation.id, dt!['contentMediaType'], Object.keys(inside.properties!)]).toEqual([
        operation.id,
        'application/jose',
        ['iat', 'jti', 'body'],
      ])
      const { $schema: _dialect, ...plain } = schemaOf(operation.body) as JsonSchema & { $schema?: string }
      expect(inside.properties!['body']).toEqual(plain)
    }
  })

  test('describes the parts of a multipart call, including files', () => {
    const [person, company] = bodyOf(saveProfile)['multipart/form-data']!.schema.anyOf!
    expect(person!.properties!['profile_pict']).toMatchObject({ type: 'string', format: 'binary' })
    expect(Object.keys(company!.properties!)).toEqual(Object.keys(companyStep.shape))
  })

  test('lists the header with an operation’s id', () => {
    const { parameters } = document.paths['/api/payment/set-billing-method']!['put']!
    expect(parameters.map(({ name }) => name)).toEqual(['idempotency-key'])
  })
})

async function sendDocumented(operation: Operation, { as, refusal, ...input }: DocumentedCall): Promise<void> {
  const caller = as ? http.as(as) : http.anonymous(world.tree.acme.host)
  const body = operation.body && isSealed(operation) ? { body: input.body ?? {} } : { body: input.body }
  const answer = await caller.call(operation, { ...input, ...body })
  if (endsSession(operation)) http.forget()
  const { field, code } = answer.body
  if (refusal) expect({ status: answer.status, field, code }).toMatchObject(refusal)
  else
    expect([operation.id, answer.status, field, answer.body.message]).toEqual([
      operation.id,
      operation.status ?? 200,
      undefined,
      answer.body.message,
    ])
}

/** For operations whose keys the documents do not show: sends our declaration's example as a caller who has access. */
async function sendDeclared(operation: Operation): Promise<void> {
  const { root, acme } = world.tree
  const kind = operation.object && operation.object.kind !== 'none' ? operation.object.kind : null
  const choices = [root.system, acme.owner, acme.clients[0]!.user].flatMap((user) => {
    const ownSpot = world.spots.find(({ companyId }) => companyId === user.companyId)!
    const reach = operation.access[user.kind]?.reach ?? []
    return world.spots
      .filter((spot) => reach.includes(relationBetween(ownSpot, spot)) && (!kind || canHold(kind, spot)))
      .map((spot) => ({ user, spot }))
  })
  const choice = choices[0]
  const input = inputOf(operation, kind ? await makeObject(world, kind, choice!.spot) : undefined)
  const caller = choice ? http.as(choice.user) : http.anonymous(acme.host)
  const { status, body } = await caller.call(operation, input)
  if (endsSession(operation)) http.forget()
  expect([operation.id, status, body.message]).not.toEqual([operation.id, 422, sentences.unknownField])
  // The example's credentials are made up, so 401 does not mean that the caller was denied the operation.
  const refusals = choice ? [400, 401, 403, 404, 500] : [400, 403, 404, 500]
  expect([operation.id, refusals.includes(status), body.message]).toEqual([operation.id, false, body.message])
}
