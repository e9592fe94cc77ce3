import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { byModule, moduleNames, moduleSlugs } from '#contract/campaigns/modules.ts'
import { readAccess } from '#contract/people/user.ts'
import { readDomain } from '#contract/branding/domain.ts'
import { checkSubdomain, updateSubdomain } from '#contract/branding/hosts.ts'
import type { z } from 'zod'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ limiter: noLimits, clock })

type WireSetting = z.output<NonNullable<typeof saveSetting.body>>

const save = (user: TestUser, body: WireSetting) =>
  http.as(user).call(saveSetting, { body: body as unknown as Record<string, unknown> })
const readOf = async (user: TestUser, settingname: WireSetting['settingname'], companyID = tree.acme.id) =>
  http.as(user).call(readSetting, { query: { companyID, settingname } })
const lastEntry = async (): Promise<Record<string, unknown>> =>
  (await db.adminPool.query('select * from activity where book_id = $1 order by seq desc limit 1', [tree.acme.id]))
    .rows[0]

const looks = (changes: object = {}): WireSetting => ({
  companyID: tree.acme.id,
  settingname: 'branding',
  name: 'Acme Growth',
  brand_color: '#0f766e',
  box_bgcolor: '',
  text_color: '#fefefe',
  link_color: '#aa3300',
  template_bgcolor: '#f0f4ff',
  sidebar_bgcolor: '#102030',
  font_theme: 'Nunito',
  ...changes,
})

describe('branding', () => {
  test('R160: is saved by the owner, shown on the host to everybody, and logged', async () => {
    expect((await save(tree.acme.owner, looks())).status).toBe(200)
    const { data } = (await http.anonymous().call(readDomain, { params: { type: 'domain', hostID: tree.acme.host } }))
      .body
    expect(data).toMatchObject({
      rootName: 'Acme Growth',
      rootcomp: 'F',
      text_color: '#fefefe',
      sidebar_bgcolor: '#102030',
      font_theme: 'Nunito',
      is_whitelabeling: 'T',
      sideMenus: [{ module: 'local' }, { module: 'locator' }, { module: 'enhance' }, { module: 'b2b' }],
    })
    expect((await readBoot(http.platform, tree.acme.host))!.brand).toMatchObject({
      name: 'Acme Growth',
      font: 'Nunito',
      looks: { template_bgcolor: '#f0f4ff', box_bgcolor: null },
    })
    expect(await lastEntry()).toMatchObject({
      action: 'branding.looksChanged',
      after: { name: 'Acme Growth', sidebar_bgcolor: '#102030' },
    })
  })

  test('R157: without white-labeling, uses the parent’s colors for the sidebar and its text', async () => {
    const label = (is_whitelabeling: 'T' | 'F'): WireSetting => ({
      companyID: tree.acme.id,
      settingname: 'whitelabelling',
      is_whitelabeling,
    })
    expect((await save(tree.acme.owner, label('F'))).status).toBe(403)
    expect((await save(tree.root.system, label('F'))).status).toBe(200)
    await save(
      tree.root.system,
      looks({ companyID: tree.root.id, name: 'Leadloom', text_color: '#eeeeee', sidebar_bgcolor: '#330033' }),
    )
    expect((await readBoot(http.platform, tree.acme.host))!.brand).toMatchObject({
      name: 'Acme Growth',
      looks: { text_color: '#eeeeee', sidebar_bgcolor: '#330033', link_color: '#aa3300' },
    })
    const access = await http.as(tree.acme.clients[0]!.user).call(readAccess, { params: { id: 'all' } })
    expect(access.body.data).toMatchObject({
      is_whitelabeling: 'F',
      colors_parent: { text_color: '#eeeeee', sidebar_bgcolor: '#330033' },
    })
    expect((await save(tree.root.system, label('T'))).status).toBe(200)
    expect((await readBoot(http.platform, tree.acme.host))!.brand.looks.sidebar_bgcolor).toBe('#102030')
  })

  test('re-encodes images, and accepts only SVGs with shapes', async () => {
    const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c00' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'hidden words' } } })
      .png()
      .toBuffer()
    const logo = `data:image/png;base64,${png.toString('base64')}`
    expect((await save(tree.acme.owner, looks({ logo }))).status).toBe(200)
    const { logo_svg } = (await readBoot(http.platform, tree.acme.host))!.brand
    expect(logo_svg).toContain('viewBox="0 0 384 128"')
    const logoText = Buffer.from(/base64,([^"]+)/.exec(logo_svg!)![1]!, 'base64').toString('latin1')
    expect(logoText).not.toContain('hidden words')
    const drawing = (text: string): string => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
    const shape = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
    expect((await save(tree.acme.owner, looks({ icon: drawing(shape) }))).status).toBe(200)
    const hostile = [
      '<svg><script>alert(1)</script></svg>',
      '<svg onload="alert(1)"></svg>',
      '<svg><image href="https://example.test/x.png"/></svg>',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
      '<svg><style>@import url(https://example.test/x.css)</style></svg>',
      'not a drawing',
    ]
    for (const text of hostile) {
      const { status, body } = await save(tree.acme.owner, looks({ logo: drawing(text) }))
      expect([text, status, body.field]).toEqual([text, 422, 'logo'])
    }
    const brokenPicture = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    expect((await save(tree.acme.owner, looks({ icon: brokenPicture }))).body.field).toBe('icon')
    expect((await save(tree.acme.owner, looks({ logo: '' }))).status).toBe(200)
    expect((await readBoot(http.platform, tree.acme.host))!.brand).toMatchObject({ logo_svg: null, icon_svg: shape })
  })

  test('is rejected with a bad color or font, without the settings menu, and for another company', async () => {
    for (const [field, value] of Object.entries({ brand_color: 'red', text_color: '#12345', font_theme: 'Comic' })) {
      expect((await save(tree.acme.owner, looks({ [field]: value }))).body.field).toBe(field)
    }
    expect((await save(tree.acme.bareAdmin, looks())).status).toBe(403)
    expect((await readOf(tree.acme.bareAdmin, 'branding')).status).toBe(403)
    expect((await readOf(tree.acme.clients[0]!.user, 'branding', tree.acme.clients[0]!.id)).status).toBe(403)
    expect((await save(tree.brightside.owner, looks())).status).toBe(404)
    expect((await save(tree.root.system, looks({ companyID: tree.acme.clients[0]!.id }))).body.field).toBe('companyID')
    expect((await save(tree.acme.admin, looks())).status).toBe(200)
  })
})

describe('other settings', () => {
  test('store how to reach the company, as its host shows everybody', async () => {
    const body: WireSetting = {
      companyID: tree.acme.id,
      settingname: 'company',
      legal_name: 'Acme Growth LLC',
      short_name: 'Acme',
      contact_name: 'Jane',
      contact_email: 'hello@acme.test',
      phone: '+1 512 555 0100',
      address: '1 Main Street',
      city: 'Austin',
      zip: '78701',
      state_code: 'TX',
      country_code: 'US',
    }
    expect((await save(tree.acme.owner, body)).status).toBe(200)
    expect((await readOf(tree.acme.owner, 'company')).body.data).toMatchObject({
      city: 'Austin',
      phone: '+1 512 555 0100',
    })
    const { data } = (await http.anonymous().call(readDomain, { params: { type: 'domain', hostID: tree.acme.host } }))
      .body
    expect(data).toMatchObject({ rootShortName: 'Acme', rootContactAddress: '1 Main Street, Austin, TX 78701' })
    expect(JSON.stringify(data)).not.toMatch(/leadloom|owner@/i)
  })

  test('R006, OQ-45: name the modules, with paths that are unique and shadow no page', async () => {
    const body = (urls: Partial<Record<string, string>>): WireSetting => ({
      companyID: tree.acme.id,
      settingname: 'modules',
      ...byModule((module) => ({ name: moduleNames[module], url: moduleSlugs[module] })),
      local: { name: 'Visitors', url: urls['local'] ?? 'visitors' },
    })
    expect((await save(tree.acme.owner, body({}))).status).toBe(200)
    expect((await readBoot(http.platform, tree.acme.host))!.brand.modules.local).toEqual({
      name: 'Visitors',
      url: 'visitors',
    })
    for (const local of ['login', 'API', 'user', 'Audience', 'searchid', '-x', 'a b', 'a/b', 'x'.repeat(41)]) {
      const { status, body: answer } = await save(tree.acme.owner, body({ local }))
      expect([local, status, answer.field]).toEqual([local, 422, 'local.url'])
    }
  })

  test('R006: keep the names of modules that are omitted, and each path can be used once', async () => {
    const modulesForm = (part: object): WireSetting => ({ companyID: tree.acme.id, settingname: 'modules', ...part })
    const readModules = async () =>
      (await readOf(tree.acme.owner, 'modules')).body.data as unknown as Record<string, unknown>
    expect((await save(tree.acme.owner, modulesForm({ b2b: { name: 'Firms', url: 'firms' } }))).status).toBe(200)
    const before = await readModules()
    const enhance = { name: 'Known well', url: 'known-well' }
    expect((await save(tree.acme.owner, modulesForm({ enhance }))).status).toBe(200)
    expect(await readModules()).toEqual({ ...before, enhance })
    const refusal = await save(tree.acme.owner, modulesForm({ locator: { name: 'Searches', url: 'firms' } }))
    expect([refusal.status, refusal.body.field]).toEqual([422, 'locator.url'])
    expect(await readModules()).toEqual({ ...before, enhance })
  })

  test('list the states where an agency forbids identification, each once and in order', async () => {
    const rules = (forbidden_states: string[], companyID = tree.acme.id): WireSetting => ({
      companyID,
      settingname: 'regionrules',
      forbidden_states,
    })
    expect((await readOf(tree.acme.owner, 'regionrules')).body.data).toMatchObject({ forbidden_states: [] })
    expect((await save(tree.acme.owner, rules(['VT', 'CA', 'VT']))).status).toBe(200)
    expect((await readOf(tree.acme.owner, 'regionrules')).body.data).toMatchObject({ forbidden_states: ['CA', 'VT'] })
    expect(await lastEntry()).toMatchObject({ action: 'setting.regionRulesChanged' })
    for (const invalid of [['XX'], ['Vermont']])
      expect(await save(tree.acme.owner, rules(invalid))).toMatchObject({ status: 422 })
    expect((await save(tree.root.system, rules(['VT'], tree.root.id))).status).toBe(403)
    expect((await save(tree.acme.clients[0]!.user, rules([]))).status).toBe(403)
    expect((await save(tree.root.system, rules([]))).status).toBe(200)
  })

  test('rule countries by an agency, each by its strictest rule, and reach its pixels; what is left out stays', async () => {
    await db.adminPool.query(
      `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at)
       values ('countryrules1234', $1, $2, $3, gen_random_uuid(), '{shop.example}', true, now())`,
      [tree.root.id, tree.acme.id, tree.acme.clients[0]!.id],
    )
    const rulesOfPixel = async () =>
      (await db.adminPool.query(`select country_rules from pixel where key = 'countryrules1234'`)).rows
    const rules = (countries: object): WireSetting =>
      ({ companyID: tree.acme.id, settingname: 'regionrules', forbidden_states: [], ...countries }) as WireSetting
    expect(
      (await save(tree.root.system, rules({ company_countries: ['BR', 'KR'], nothing_countries: ['KR'] }))).status,
    ).toBe(200)
    expect((await save(tree.acme.owner, rules({ count_countries: ['IN'] }))).status).toBe(200)
    expect((await readOf(tree.acme.owner, 'regionrules')).body.data).toMatchObject({
      company_countries: ['BR'],
      count_countries: ['IN'],
      nothing_countries: ['KR'],
    })
    expect(await rulesOfPixel()).toEqual([{ country_rules: { BR: 'company', IN: 'count', KR: 'nothing' } }])
    expect(await save(tree.acme.owner, rules({ count_countries: ['Brazil'] }))).toMatchObject({ status: 422 })
    const none = { company_countries: [], count_countries: [], nothing_countries: [] }
    expect((await save(tree.acme.owner, rules(none))).status).toBe(200)
    expect(await rulesOfPixel()).toEqual([{ country_rules: null }])
  })

  test('link to support only over https', async () => {
    const body = (support_url: string): WireSetting => ({
      companyID: tree.acme.id,
      settingname: 'support',
      support_url,
    })
    expect((await save(tree.acme.owner, body('https://help.acme.test/tickets'))).status).toBe(200)
    for (const bad of ['http://help.acme.test', 'javascript:alert(1)', 'help']) {
      expect((await save(tree.acme.owner, body(bad))).body.field).toBe('support_url')
    }
    expect((await save(tree.acme.owner, body(''))).status).toBe(200)
    expect((await readBoot(http.platform, tree.acme.host))!.brand.support_url).toBeNull()
  })
})

describe('a subdomain', () => {
  const ask = async (name: string) =>
    (await http.as(tree.acme.owner).call(checkSubdomain, { query: { companyID: tree.acme.id, subdomain: name } })).body
      .data
  const move = (user: TestUser, subdomain: string, companyID = tree.acme.id) =>
    http.as(user).call(updateSubdomain, { body: { companyID, subdomain } })

  test('R228: is checked for availability while it is typed', async () => {
    expect(await ask('acme-two')).toMatchObject({ base: 'localhost', is_available: true, message: '' })
    expect(await ask('www')).toMatchObject({ is_available: false, message: 'This subdomain is reserved.' })
    expect(await ask('brightside')).toMatchObject({ is_available: false, message: 'This subdomain is taken.' })
    for (const name of ['adm1n', 'l0gin', 's-u-p-p-o-r-t', 'rnail', 'vvww', 'pay-ment', 'n0reply'])
      expect([name, (await ask(name)).message]).toEqual([name, 'This subdomain is reserved.'])
    for (const name of ['northwind', 'acme-login', 'mailroom', 'apple-valley'])
      expect([name, (await ask(name)).message]).toEqual([name, ''])
    for (const bad of ['', '-a', 'a-', 'a_b', 'a.b', 'ä', 'x'.repeat(64)]) {
      expect([bad, (await ask(bad)).is_available]).toEqual([bad, false])
      expect([bad, (await move(tree.acme.owner, bad)).body.field]).toEqual([bad, 'subdomain'])
    }
  })

  test('can be changed by the owner or the operator, not by administrators or other companies', async () => {
    for (const user of [tree.acme.admin, tree.root.admin]) expect((await move(user, 'acme-two')).status).toBe(403)
    expect((await move(tree.brightside.owner, 'acme-two')).status).toBe(404)
    expect((await move(tree.root.system, 'brightside')).body.field).toBe('subdomain')
    expect((await move(tree.root.system, 'other-two', tree.other.agency.id)).status).toBe(404)
    expect((await move(tree.root.system, 'acme-two')).status).toBe(200)
    expect((await readBoot(http.platform, 'acme-two.localhost'))?.brand.company_id).toBe(tree.acme.id)
    expect(await lastEntry()).toMatchObject({ action: 'setting.subdomainChanged', after: { subdomain: 'acme-two' } })
    expect((await move(tree.root.system, 'acme')).status).toBe(200)
  })

  test('that was given up is reserved for its last owner for 90 days', async () => {
    const { owner } = tree.brightside
    expect((await move(tree.root.system, 'acme-moved')).status).toBe(200)
    expect(await ask('acme')).toMatchObject({ is_available: true })
    const refusal = await move(owner, 'acme', tree.brightside.id)
    expect([refusal.status, refusal.body.message]).toEqual([422, 'This subdomain is taken.'])
    const request = { query: { companyID: tree.brightside.id, subdomain: 'acme' } }
    expect((await http.as(owner).call(checkSubdomain, request)).body.data.message).toBe('This subdomain is taken.')
    expect((await move(tree.root.system, 'acme')).status).toBe(200)
    expect((await move(tree.root.system, 'acme-moved')).status).toBe(200)
    clock.advance(90 * 86_400_000)
    http.forget()
    expect((await http.as(owner).call(checkSubdomain, request)).body.data.is_available).toBe(true)
    expect((await move(tree.root.system, 'acme')).status).toBe(200)
  })
})
