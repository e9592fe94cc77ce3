import { beforeAll, describe, expect, test } from 'vitest'
import { byModule } from '#contract/campaigns/modules.ts'
import { sidebarOf } from '#contract/guards/menus.ts'
import { setSales } from '#contract/companies/sales.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { listDownline } from '#contract/companies/downline.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { findPerson } from '#server/areas/sign-in/find-person.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

let executive: TestUser
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  executive = tree.root.executive
  await makeCampaign(db, tree.acme.clients[0]!)
})

/** A caller's scope is cached for five seconds. */
const later = (): void => clock.advance(5_001)
const connect = async (user: TestUser, state: string | null): Promise<void> => {
  await db.adminPool.query('update app_user set account_connected = $2 where id = $1', [user.id, state])
  later()
}
const assign = async (companyID: string, more: { salesRep?: string; salesAE?: string; salesRef?: string }) => {
  expect((await http.as(tree.root.system).call(setSales, { body: { companyID, ...more } })).status).toBe(200)
  later()
}
const agencies = async (user: TestUser, params: Record<string, string> = {}, query = {}) =>
  http.as(user).call(listCompanies, { params: { companyID: tree.root.id, type: 'agency', ...params }, query })
const clientsOf = async (user: TestUser, companyID: string) =>
  http.as(user).call(listCompanies, { params: { companyID, type: 'client' } })
const downline = async (user: TestUser, query = {}, params = {}) =>
  http.as(user).call(listDownline, { params: { companyID: tree.root.id, ...params }, query })

describe('R073, R141: restricted staff:', () => {
  test.each([null, 'pending', 'inverification', 'failed'])(
    'an account executive whose payments account is %s reads nothing of any company',
    async (state) => {
      await connect(executive, state)
      await assign(tree.acme.id, { salesAE: executive.id })
      expect((await agencies(executive)).status).toBe(403)
      expect((await clientsOf(executive, tree.acme.id)).status).toBe(403)
      expect((await downline(executive)).status).toBe(403)
    },
  )

  test('a sales representative reads nothing even when connected and assigned', async () => {
    await connect(tree.root.salesRep, 'completed')
    await assign(tree.acme.id, { salesRep: tree.root.salesRep.id, salesAE: executive.id })
    expect((await agencies(tree.root.salesRep)).status).toBe(403)
    expect((await downline(tree.root.salesRep)).status).toBe(403)
  })
})

describe('R005, R141, OQ-34: a connected account executive', () => {
  beforeAll(async () => {
    await connect(executive, 'completed')
    await assign(tree.acme.id, { salesAE: executive.id })
  })

  test('lists only the agencies assigned to them, with their counts', async () => {
    const { body } = await agencies(executive)
    expect([body.total, body.data.map((row) => [row.company_name, row.email, row.campaigns])]).toEqual([
      1,
      [['Acme', 'owner@acme.test', 1]],
    ])
    expect((await agencies(executive, { search: 'bright' })).body.total).toBe(0)
    expect((await agencies(executive, {}, { CampaignStatus: 'active' })).body.total).toBe(1)
    expect((await agencies(executive, {}, { Page: 2 })).body).toMatchObject({ data: [], total: 1 })
  })

  test('reads the clients of those agencies; other agencies and their clients look absent', async () => {
    const { body } = await clientsOf(executive, tree.acme.id)
    expect(body.data.map((row) => row.company_name)).toEqual(['Harbor Realty', 'Plumbright'])
    const readCompany = async (id: string) => http.as(executive).call(getCompany, { params: { id } })
    expect((await readCompany(tree.acme.clients[0]!.id)).body.data.company_name).toBe('Plumbright')
    const absent = await readCompany(crypto.randomUUID())
    for (const id of [tree.brightside.id, tree.brightside.clients[0]!.id, tree.other.agency.id]) {
      expect([(await readCompany(id)).body, (await clientsOf(executive, id)).status]).toEqual([
        { ...absent.body, request_id: expect.any(String) },
        404,
      ])
    }
  })

  test('R151: sees nothing about an agency’s payments, and cannot infer it with a filter', async () => {
    await db.adminPool.query(
      `update company set payment_status = 'failed', api_mode = true, manual_bill = true, exclude_minimum_spend = true where id = $1`,
      [tree.acme.id],
    )
    const withoutPayments = { payment_status: 'ok', api_mode: 'F', manual_bill: 'F', exclude_minimum_spend: 0 }
    expect((await agencies(executive)).body.data).toMatchObject([withoutPayments])
    const one = await http.as(executive).call(getCompany, { params: { id: tree.acme.id } })
    expect(one.body.data).toMatchObject(withoutPayments)
    expect((await downline(executive)).body.data).toMatchObject([withoutPayments])
    for (const [field, value] of [
      ['CardStatus', 'failed'],
      ['Filters', 'payment_failed'],
    ] as const)
      expect((await agencies(executive, {}, { [field]: value })).body).toMatchObject({ field })
    const companies = (await agencies(tree.root.system, { search: 'acme' })).body.data
    expect(companies).toMatchObject([{ payment_status: 'failed', api_mode: 'T', manual_bill: 'T' }])
    await db.adminPool.query(`update company set payment_status = 'ok' where id = $1`, [tree.acme.id])
  })

  test('sees neither colleagues nor administrators, and R151: cannot assign or remove anyone', async () => {
    for (const type of ['administrator', 'sales']) expect((await agencies(executive, { type })).status).toBe(403)
    expect((await clientsOf(executive, tree.root.id)).status).toBe(422)
    const assigning = http.as(executive).call(setSales, { body: { companyID: tree.acme.id } })
    const removing = http
      .as(executive)
      .call(removeUser, { params: { companyID: tree.acme.id, userID: tree.acme.owner.id } })
    expect([(await assigning).status, (await removing).status]).toEqual([403, 403])
  })

  test('loses access to an agency that is unassigned or removed, and regains it when it is restored', async () => {
    await assign(tree.brightside.id, { salesRef: executive.id })
    expect((await agencies(executive)).body.data.map((row) => row.company_name)).toEqual(['Acme', 'Brightside'])
    const body = { companyID: tree.brightside.id }
    const removal = await http
      .as(tree.root.system)
      .call(removeUser, { params: { ...body, userID: tree.brightside.owner.id } })
    expect(removal.status).toBe(200)
    later()
    expect((await agencies(executive)).body.total).toBe(1)
    expect((await clientsOf(executive, tree.brightside.id)).status).toBe(404)
    await http.as(tree.root.system).call(restoreCompany, { body })
    later()
    expect((await clientsOf(executive, tree.brightside.id)).status).toBe(200)
    await assign(tree.brightside.id, {})
    expect((await clientsOf(executive, tree.brightside.id)).status).toBe(404)
  })

  test('has a scope that shows their agency assignments and no other row of any table', async () => {
    const scope = { kind: 'staff', rootId: tree.root.id, userId: executive.id } as const
    const { rows: tables } = await db.adminPool.query<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace
         and has_table_privilege('leadloom_app', oid, 'select')`,
    )
    const tablesSeen = await inScope(db.appPool, scope, async (tx) => {
      const counts: [string, number][] = []
      for (const { name } of tables) {
        const { rows } = await tx.query<{ count: number }>(`select count(*)::int as count from ${name}`)
        if (rows[0]!.count > 0) counts.push([name, rows[0]!.count])
      }
      return counts
    })
    expect(tablesSeen).toEqual([['agency_staff', 1]])
  })

  test('R151, R037: sees Client Management, Agency List and the own account in the sidebar, and no other settings', async () => {
    const person = await findPerson(http.platform, tree.root.id, executive.id)
    const on = { url: '', enabled: false }
    const paths = sidebarOf({
      ...person!.rights,
      profileComplete: true,
      modules: byModule(() => on),
      ofRootCompany: true,
      hasSupportPage: false,
      companyGroups: 0,
      campaignModules: [],
      walletIsOpen: false,
    }).company.map(({ path }) => path)
    expect(paths).toEqual([
      'configuration/client-management',
      'configuration/agency-list',
      'configuration/sales-connect-account',
    ])
  })
})

describe('C053: the downline', () => {
  beforeAll(async () => {
    await connect(executive, 'completed')
    await assign(tree.acme.id, { salesRep: executive.id, salesAE: executive.id })
    await assign(tree.brightside.id, { salesRef: executive.id, salesRep: tree.root.salesRep.id })
  })

  test('lists a sales person’s own agencies with their roles in each', async () => {
    const { body } = await downline(executive, {}, { sort: 'company_name', order: 'desc' })
    expect(body.data.map((row) => [row.company_name, row.parts, row.clients])).toEqual([
      ['Brightside', ['salesRef'], 1],
      ['Acme', ['salesRep', 'salesAE'], 2],
    ])
    expect((await downline(executive, { salesId: tree.root.salesRep.id })).status).toBe(404)
    expect((await downline(executive, { salesId: executive.id }, { search: 'acme' })).body.total).toBe(1)
  })

  test('is available to the operator for each sales person, and anyone else looks absent', async () => {
    const { body } = await downline(tree.root.system, { salesId: tree.root.salesRep.id })
    expect(body.data.map((row) => row.company_name)).toEqual(['Brightside'])
    expect((await downline(tree.root.system)).body).toMatchObject({ field: 'salesId' })
    for (const id of [tree.acme.owner.id, tree.other.system.id, crypto.randomUUID()])
      expect((await downline(tree.root.system, { salesId: id })).status).toBe(404)
  })
})
