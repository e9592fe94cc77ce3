import { describe, expect, test } from 'vitest'
import type { WireAnswerOf } from '#contract/core/operation.ts'
import { getCompany } from '#contract/companies/companies.ts'
import { toSelectedModules, toSelectedTerms } from '#contract/companies/selections.ts'
import { updateUser } from '#contract/companies/users.ts'
import { listRoles, saveRole } from '#contract/people/roles.ts'
import { readSetting, saveSetting, type SettingToSave } from '#contract/settings/settings.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { wireRoleModule } from '#server/test/role-module.ts'

const { db, http, tree } = await openTree({ limiter: noLimits })

const nameOf = async (user: TestUser): Promise<string> => {
  const text = 'select full_name from app_user where id = $1'
  return (await db.adminPool.query<{ full_name: string }>(text, [user.id])).rows[0]!.full_name
}
type CompanyDetail = WireAnswerOf<typeof getCompany>['data']
const readCompany = async (by: TestUser, id: string): Promise<CompanyDetail> =>
  (await http.as(by).call(getCompany, { params: { id } })).body.data
/** A company's current form, with some fields changed. */
const saveCompany = async (by: TestUser, read: CompanyDetail, changes: object) =>
  http.as(by).call(updateUser, {
    body: {
      userType: read.user_type === 'client' ? 'client' : 'userdownline',
      companyID: read.company_id,
      ClientID: read.id!,
      ClientCompanyName: read.company_name,
      ClientFullName: read.name,
      ClientEmail: read.email,
      ClientPhone: read.phonenum || '+12015550123',
      selectedterms: read.selected_payment_term,
      ...(read.user_type !== 'client' && { DownlineSubDomain: read.subdomain }),
      ...changes,
    },
  })

describe('the form of a client or agency', () => {
  test.each(['client', 'agency'] as const)(
    '(%s) rejects a stale save, saying who changed which fields and when',
    async (kind) => {
      const [first, second, id] =
        kind === 'client'
          ? [tree.acme.admin, tree.acme.owner, tree.acme.clients[0]!.id]
          : [tree.root.admin, tree.root.system, tree.acme.id]
      const form = await readCompany(second, id)
      expect((await saveCompany(first, form, { version: form.version, DownlineOrganizationID: 'first' })).status).toBe(
        200,
      )
      const refusal = await saveCompany(second, form, { version: form.version, DownlineOrganizationID: 'second' })
      expect([refusal.status, refusal.body.code]).toEqual([409, 'conflict'])
      expect(refusal.body.change).toEqual({
        current: expect.stringMatching(/^[0-9a-z]+\./),
        changed_at: expect.stringMatching(/^\d{4}-/),
        changed_by: [await nameOf(first)],
        changed_fields: expect.arrayContaining(['DownlineOrganizationID']),
      })
      expect((await readCompany(second, id)).external_organizationid).toBe('first')
      const version = String(refusal.body.change!.current)
      const overwrite = await saveCompany(second, form, { version, DownlineOrganizationID: 'second' })
      expect(overwrite.status).toBe(200)
      expect((await readCompany(second, id)).external_organizationid).toBe('second')
    },
  )

  test('compares only its own fields, whichever call changed them', async () => {
    const { owner, clients } = tree.brightside
    const form = await readCompany(owner, clients[0]!.id)
    await db.adminPool.query('update company set manual_bill = not manual_bill where id = $1', [clients[0]!.id])
    expect((await readCompany(owner, clients[0]!.id)).version.split('.')[1]).toBe(form.version.split('.')[1])
    await db.adminPool.query("update company set main_name = 'Renamed Elsewhere' where id = $1", [clients[0]!.id])
    const refusal = await saveCompany(owner, form, { version: form.version })
    expect(refusal.body.change).toMatchObject({ changed_by: [], changed_fields: ['ClientFullName'] })
  })

  test('sent without a version, as documented, lets the last save win and logs who saved', async () => {
    const { owner, admin, clients } = tree.acme
    const form = await readCompany(owner, clients[1]!.id)
    expect((await saveCompany(admin, form, { DownlineOrganizationID: 'first' })).status).toBe(200)
    expect((await saveCompany(owner, form, { DownlineOrganizationID: 'second' })).status).toBe(200)
    expect((await readCompany(owner, clients[1]!.id)).external_organizationid).toBe('second')
    const { rows } = await db.adminPool.query(
      "select actor_id from activity where action = 'company.updated' and target_id = $1 order by seq desc limit 2",
      [clients[1]!.id],
    )
    expect(rows).toEqual([{ actor_id: owner.id }, { actor_id: admin.id }])
  })

  test('is saved once when users submit it concurrently', async () => {
    const { owner, admin, clients } = tree.acme
    const form = await readCompany(owner, clients[1]!.id)
    const answers = await Promise.all(
      [owner, admin, owner, admin].map((user, at) =>
        saveCompany(user, form, { version: form.version, DownlineOrganizationID: `at once ${at}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('rejects an invalid version with that field', async () => {
    const form = await readCompany(tree.acme.owner, tree.acme.clients[0]!.id)
    const refusal = await saveCompany(tree.acme.owner, form, { version: 'yesterday' })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'version'])
    // A time beyond the range of dates is stale like any other.
    const strange = await saveCompany(tree.acme.owner, form, { version: 'zzzzzzzzzzzz.AAAA' })
    expect([strange.status, strange.body.change?.changed_fields]).toEqual([409, []])
  })
})

test('the form of a role rejects a save over someone else’s change, and can be overwritten', async () => {
  const { owner, admin, id: companyID } = tree.brightside
  const none = wireRoleModule({})
  const role = await http.as(owner).call(saveRole, { body: { companyID, roleName: 'Shared', rolemodule: none } })
  const { roleID } = role.body.data
  const params = { type: 'getrolemodule' as const, companyID, roleID }
  const [roleForm] = (await http.as(owner).call(listRoles, { params })).body.data
  const save = (user: TestUser, roleName: string, version?: string) =>
    http.as(user).call(saveRole, { body: { companyID, roleID, roleName, rolemodule: none, version } })
  expect((await save(admin, 'Shared by the first', roleForm!.version)).status).toBe(200)
  const refusal = await save(owner, 'Shared by the second', roleForm!.version)
  expect(refusal.status).toBe(409)
  expect(refusal.body.change).toMatchObject({ changed_by: [await nameOf(admin)], changed_fields: ['roleName'] })
  expect((await save(owner, 'Shared by the second', String(refusal.body.change!.current))).status).toBe(200)
  expect((await save(admin, 'Last one wins')).status).toBe(200)
})

describe('the form of a setting', () => {
  const support = (name: string) => ({ settingname: 'support', support_url: `https://${name}.example.com/` })
  const company = (name: string) => ({
    settingname: 'company',
    ...Object.fromEntries(
      [
        'short_name',
        'contact_name',
        'contact_email',
        'phone',
        'address',
        'city',
        'zip',
        'state_code',
        'country_code',
      ].map((field) => [field, '']),
    ),
    legal_name: name,
  })
  const branding = (name: string) => ({
    settingname: 'branding',
    name,
    brand_color: '#3b5bdb',
    font_theme: 'Inter',
    ...Object.fromEntries(
      ['box_bgcolor', 'text_color', 'link_color', 'template_bgcolor', 'sidebar_bgcolor'].map((field) => [field, '']),
    ),
  })
  const modulesNamed = (name: string) =>
    Object.fromEntries(
      ['local', 'locator', 'enhance', 'b2b'].map((key) => [key, { name: `${name} ${key}`, url: `${name}-${key}` }]),
    )
  const modules = (name: string) => ({ settingname: 'modules', ...modulesNamed(name) })
  const smtp = (name: string) => ({
    settingname: 'smtp',
    host: `${name}.example.com`,
    port: 587,
    security: 'starttls',
    username: '',
    from_name: 'Us',
    from_email: 'us@example.com',
  })
  const minimum = (name: string) => ({
    settingname: 'minspend_setting',
    status: 1,
    first_month: name.length,
    second_month: 1,
    monthly: 1,
  })
  const enhance = (name: string) => ({ settingname: 'minleaddayenhance', minleaddayenhance: name.length })
  const zone = (name: string) => ({
    settingname: 'timezone',
    timezone: { first: 'Europe/Rome', second: 'Asia/Tokyo', third: 'Asia/Dubai' }[name] ?? 'Europe/Berlin',
  })
  const fresh = (name: string) => ({
    settingname: 'newagency',
    rootPaymentTermsNewAgencies: toSelectedTerms([
      'Weekly',
      ...(name === 'first' ? (['Monthly'] as const) : name === 'third' ? (['Prepaid'] as const) : []),
    ]),
    agencyDefaultModules: toSelectedModules(['local']),
  })

  test.each([
    ['support', support, ['support_url']],
    ['company', company, ['legal_name']],
    ['branding', branding, ['name']],
    ['modules', modules, ['local', 'locator', 'enhance', 'b2b']],
    ['smtp', smtp, ['host']],
    ['minspend_setting', minimum, ['first_month']],
    ['minleaddayenhance', enhance, ['minleaddayenhance']],
    ['newagency', fresh, ['rootPaymentTermsNewAgencies']],
    ['timezone', zone, ['timezone']],
  ] as const)(
    '(%s) rejects a save over someone else’s change, and can be overwritten',
    async (settingname, bodyOf, fields) => {
      const isRoots = ['minspend_setting', 'minleaddayenhance', 'newagency'].includes(settingname)
      const [first, second] =
        settingname === 'smtp'
          ? [tree.root.system, tree.acme.owner]
          : isRoots
            ? [tree.root.admin, tree.root.system]
            : [tree.acme.admin, tree.acme.owner]
      const companyID = isRoots ? tree.root.id : tree.acme.id
      const save = (user: TestUser, name: string, version?: string) =>
        http.as(user).call(saveSetting, {
          body: { companyID, ...bodyOf(name), version } as unknown as SettingToSave & Record<string, unknown>,
        })
      const readForm = async () => (await http.as(second).call(readSetting, { query: { companyID, settingname } })).body
      // The first save fills in an empty value, so that afterwards only one field differs.
      expect((await save(first, 'at-the-start')).status).toBe(200)
      const { version } = await readForm()
      const answer = await save(first, 'first', version)
      expect([answer.status, answer.body.message]).toEqual([200, 'Your settings have been saved.'])
      const storedForm = (await readForm()).data
      const refusal = await save(second, 'second', version)
      expect(refusal.status).toBe(409)
      // An agency does not see the names of the operator's people.
      const names = settingname === 'smtp' ? [] : [await nameOf(first)]
      expect(refusal.body.change).toMatchObject({ changed_by: names, changed_fields: fields })
      expect((await readForm()).data).toEqual(storedForm)
      // Their next save uses the version from the first response.
      const again = await save(first, 'third', answer.body.version)
      expect(again.status).toBe(200)
      const overwrite = await save(
        second,
        'second',
        String((await save(second, 'second', version)).body.change!.current),
      )
      expect(overwrite.status).toBe(200)
      expect((await save(first, 'last')).status).toBe(200)
    },
  )
})
