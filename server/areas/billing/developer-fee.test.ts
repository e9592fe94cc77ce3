import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptAgreement } from '#contract/agreements/acceptances.ts'
import { listCharges } from '#contract/billing/charges.ts'
import { proveAllBooks } from '#server/areas/ledger/public.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, unlimited, type TestApp } from '#server/test/app.ts'
import { makeTree, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  http = await createTestApp(db, { limiter: unlimited })
  await db.adminPool.query('insert into agreement_terms values ($1, null, null, 19950, $2)', [tree.root.id, []])
  await db.adminPool.query('update company set api_mode = true where id = $1', [tree.acme.id])
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

const accept = async (user: TestUser, version = 1): Promise<number> =>
  (
    await http.as(user).call(acceptAgreement, {
      body: {
        user_id: user.id,
        company_id: user.companyId,
        company_name: 'Any',
        is_marketing_services_agreement_developer: 'T',
        location_menu: 'developer',
        document_type: user.kind === 'client' ? 'default_client' : 'default_agency',
        version,
      },
    })
  ).status
const chargesOf = async (user: TestUser): Promise<unknown[]> =>
  (await http.as(user).call(listCharges, { params: { companyID: user.companyId } })).body.data.map(
    ({ kind, status, amount }) => [kind, status, amount],
  )
const fee = ['developer', 'due', 199.5]

test('R123: accepting the developers’ agreement makes its fee due, once however often it is clicked, and in the ledger', async () => {
  const { owner } = tree.acme
  expect(await Promise.all([1, 2, 3].map(() => accept(owner)))).toEqual([200, 200, 200])
  expect(await chargesOf(owner)).toEqual([fee])
  const { rows } = await db.adminPool.query(
    'select kind, (amount_e4 / 100)::integer as cents, reference_kind from ledger_transfer where agency_id = $1',
    [tree.acme.id],
  )
  expect(rows).toEqual([{ kind: 'developer_fee', cents: 19_950, reference_kind: 'charge' }])
  expect((await proveAllBooks(db.adminPool)).flatMap(({ problems }) => problems)).toEqual([])
})

test('a newer version of the text costs nothing, developer mode switched off and on costs it again', async () => {
  const { owner } = tree.acme
  await db.adminPool.query(
    `insert into document select $1, name, 2, language, title, html || '<p>More.</p>', published_at from document
     where name = 'marketing-services-agreement-developer' and language = 'en'`,
    [newId(Date.now())],
  )
  expect([await accept(owner, 2), await chargesOf(owner)]).toEqual([200, [fee]])
  await db.adminPool.query('update company set api_mode_since = clock_timestamp() where id = $1', [tree.acme.id])
  expect([await accept(owner, 2), await chargesOf(owner)]).toEqual([200, [fee, fee]])
})

test('is nothing of an agency without developer mode, of a client or of the operator itself', async () => {
  const { root, brightside } = tree
  expect(await accept(brightside.owner, 2)).toBe(200)
  expect(await accept(brightside.clients[0]!.user)).toBe(200)
  expect(await accept(root.system, 2)).toBe(200)
  expect(await chargesOf(brightside.owner)).toEqual([])
  expect((await db.adminPool.query(`select from charge where agency_id <> $1`, [tree.acme.id])).rowCount).toBe(0)
})
