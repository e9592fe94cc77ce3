import { beforeAll, describe, expect, test } from 'vitest'
import { listRoles } from '#contract/people/roles.ts'
import { readAccess, readMe, readUser } from '#contract/people/user.ts'
import { readDomain } from '#contract/branding/domain.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { openTree } from '#server/test/open-tree.ts'
import { noLimits } from '../app.ts'
import type { TestUser } from '../factories.ts'
import { ownNames, readTable } from '../specification.ts'

// Responses contain every field that the documents give an entity, at the documented path (D1§3, D2§3).

const { db, http, tree } = await openTree({
  limiter: noLimits,
  env: { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret' },
})
beforeAll(async () => {
  await db.adminPool.query(
    `update brand set logo_svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>' || name || '</title></svg>',
       sidebar_bgcolor = '#101010', text_color = '#eeeeee'`,
  )
  await db.adminPool.query(
    `update company set account_connected = 'inverification', charges_enabled = false, payouts_enabled = true,
       account_requirements = '{external_account}' where id = $1`,
    [tree.acme.id],
  )
})

/** The paths of an entity's fields in its response: `betaFeature.b2b_module.slug`. */
function pathsOf(entity: string): string[] {
  const isDomain = entity === 'Domain information'
  const paths = readTable('fields').flatMap(({ entity: of, field }) => {
    if (of !== entity) return []
    const names = ownNames[field!]
    return names && (isDomain || !/^\w+$/.test(field!)) ? names : [field!.replace('[]', '.0')]
  })
  expect(paths.length).toBeGreaterThan(10)
  return paths
}

const missingIn = (answer: unknown, paths: string[]): string[] =>
  paths.filter((path) => {
    let at = answer
    for (const key of path.split('.')) {
      if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return true
      at = (at as Record<string, unknown>)[key]
    }
    return at === undefined
  })

const meOf = async (user: TestUser) => (await http.as(user).call(readMe)).body.data
const everybody = (): TestUser[] => [
  tree.root.system,
  tree.root.admin,
  tree.acme.owner,
  tree.acme.bareAdmin,
  tree.acme.clients[0]!.user,
  tree.root.salesRep,
]

describe('D1§3.1: user data', () => {
  test('has every field for everybody who signs in', async () => {
    for (const user of everybody())
      expect([user.kind, missingIn(await meOf(user), pathsOf('User data'))]).toEqual([user.kind, []])
  })

  test('names the company and parent with logos and colors, and hides from owners who is above them', async () => {
    const [owner, client] = [await meOf(tree.acme.owner), await meOf(tree.acme.clients[0]!.user)]
    expect(owner).toMatchObject({ companyparentname: null, companyparentlogo: null, sidebar_bgcolor: '#101010' })
    expect(owner.company_logo).toContain('Acme')
    expect(client).toMatchObject({ companyparentname: 'Acme', company_logo: null })
    expect(client.companyparentlogo).toContain('Acme')
  })

  test('has the account status and the available menus', async () => {
    expect(await meOf(tree.acme.owner)).toMatchObject({
      status_acc: 'inverification',
      charges_enabled: 0,
      payouts_enabled: 1,
      menuLeadspeek: 'T',
      leadspeek_type: 'local|locator',
    })
    expect(await meOf(tree.acme.bareAdmin)).toMatchObject({ menuLeadspeek: 'F' })
  })

  test('shows the IP address of one’s own sign-in, and of nobody else’s', async () => {
    const { owner, admin } = tree.acme
    await meOf(admin)
    await db.adminPool.query(`update session set address = '192.0.2.7' where user_id in ($1, $2)`, [owner.id, admin.id])
    expect((await meOf(owner)).ip_login).toBe('192.0.2.7')
    const answer = await http.as(owner).call(readUser, { params: { id: admin.id } })
    expect([answer.status, answer.body.data.ip_login]).toEqual([200, null])
  })
})

describe('D1§3.3: domain information', () => {
  const params = () => ({ type: 'domain', hostID: tree.acme.host })

  test('has every field', async () => {
    const { body } = await http.anonymous().call(readDomain, { params: params() })
    expect(missingIn(body.data, pathsOf('Domain information'))).toEqual([])
    expect(body.data).toMatchObject({ recaptcha_key: 'site-key', payment_public_key: null })
  })

  test('shows the account status only to the company’s own people', async () => {
    const of = async (user: TestUser | null) => {
      const caller = user ? http.as(user) : http.anonymous(tree.acme.host)
      const { charges_enabled, payouts_enabled, account_requirements } = (
        await caller.call(readDomain, { params: params() })
      ).body.data
      return { charges_enabled, payouts_enabled, account_requirements }
    }
    const nothing = { charges_enabled: 1, payouts_enabled: 1, account_requirements: [] }
    expect(await of(tree.acme.owner)).toEqual({
      charges_enabled: 0,
      payouts_enabled: 1,
      account_requirements: ['external_account'],
    })
    for (const user of [null, tree.acme.clients[0]!.user, tree.brightside.owner])
      expect(await of(user)).toEqual(nothing)
  })
})

describe('D1§3.4: access information', () => {
  test('has all its fields for everybody who signs in', async () => {
    for (const user of everybody()) {
      const { data } = (await http.as(user).call(readAccess, { params: { id: 'all' } })).body
      // Only the operator and its agencies see terms for new agencies and the minimum spend.
      const missing = missingIn(data, pathsOf('Access information')).filter(
        (path) => !/^rootPaymentTermsNewAgencies\.|^minspend_setting\./.test(path) || user.kind === 'rootSystem',
      )
      expect([user.kind, missing]).toEqual([user.kind, []])
    }
  })

  test('shows the amount due after a failed payment', async () => {
    const { acme } = tree
    await db.adminPool.query(
      `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
       values ($1, gen_random_uuid(), $2, 'manual_bill', 'due', 1234, now())`,
      [acme.id, tree.root.id],
    )
    const amount = async () => (await http.as(acme.admin).call(readAccess, { params: { id: 'all' } })).body.data.finamt
    expect(await amount()).toBe(0)
    await db.adminPool.query(`update company set payment_status = 'failed' where id = $1`, [acme.id])
    http.forget()
    expect(await amount()).toBe(12.34)
    await db.adminPool.query(`update company set payment_status = 'ok' where id = $1`, [acme.id])
    http.forget()
  })
})

describe('D2§3: nodes of the tree', () => {
  const nodesOf = async (user: TestUser, companyID: string, type: string) =>
    (await http.as(user).call(listCompanies, { params: { companyID, type } })).body.data

  test('have every field for agencies, clients, administrators, and sales staff', async () => {
    const { root, acme } = tree
    const lists: [TestUser, string, string][] = [
      [root.system, root.id, 'agency'],
      [root.system, root.id, 'sales'],
      [root.system, root.id, 'administrator'],
      [acme.owner, acme.id, 'client'],
    ]
    for (const [user, companyID, type] of lists) {
      const nodes = await nodesOf(user, companyID, type)
      expect(nodes.length).toBeGreaterThan(0)
      for (const node of nodes) expect([type, missingIn(node, pathsOf('Agency or client node'))]).toEqual([type, []])
    }
  })

  test('include an agency’s first clients, their names, and what they may use', async () => {
    await db.adminPool.query('update host set is_subdomain = true where host = $1', [tree.acme.host])
    const node = (await nodesOf(tree.root.system, tree.root.id, 'agency')).find(
      ({ company_name }) => company_name === 'Acme',
    )!
    expect(node).toMatchObject({
      company_name: 'Acme',
      subdomain: 'acme',
      orisubdomain: 'acme',
      status_acc: 'inverification',
    })
    expect(node.children.map(({ company_name }) => company_name)).toEqual(['Harbor Realty', 'Plumbright'])
    expect(node.selected_modules.map(({ type }) => type)).toEqual(['local', 'locator', 'enhance', 'b2b'])
    expect(node.rootpaymentterm).toContainEqual({ value: 'OneTime', label: 'One Time' })
    expect(node.rootmodules).toContainEqual({ value: 'local', label: 'Site ID' })
  })
})

describe('D1§6: permissions', () => {
  const all = (value: 'T' | 'F') => ({ enable: value, create: value, update: value, delete: value })
  const every = (value: 'T' | 'F') => ({
    AdsDesign: all(value),
    Campaign: all(value),
    LeadsPeek: all(value),
    Settings: all(value),
    report_analytics: value,
  })

  test('have one shape in user data, lists, and payloads, and the operator’s include report_analytics', async () => {
    expect(await meOf(tree.root.system)).toMatchObject({
      role_id: 'F',
      permission_active: 'F',
      user_permissions: every('T'),
    })
    expect((await meOf(tree.acme.owner)).user_permissions).toEqual({ ...every('T'), report_analytics: 'F' })
    expect((await meOf(tree.acme.clients[0]!.user)).user_permissions).toMatchObject({
      LeadsPeek: { enable: 'T', create: 'F', update: 'T', delete: 'T' },
      Settings: all('F'),
    })
  })

  test('match role and permission_active wherever an administrator is shown', async () => {
    const { owner, admin, bareAdmin } = tree.acme
    const nodes = (
      await http.as(owner).call(listCompanies, { params: { companyID: owner.companyId, type: 'administrator' } })
    ).body.data
    for (const [user, role_id, permission_active, user_permissions] of [
      [admin, 'F', 'F', every('T')],
      [bareAdmin, '', 'T', every('F')],
    ] as const) {
      const rights = { permission_active, user_permissions }
      expect(await meOf(user)).toMatchObject({ role_id, ...rights })
      const node = nodes.find(({ id }) => id === user.id)!
      expect([node.role_id, node.administrator]).toMatchObject([role_id, { role_id, ...rights }])
      const params = { companyID: owner.companyId, type: 'getrolemodule', roleID: 'all', usrID: user.id }
      expect((await http.as(owner).call(listRoles, { params })).body.user).toMatchObject({ roleID: role_id, ...rights })
    }
  })
})
