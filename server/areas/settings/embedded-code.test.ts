import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { login } from '#contract/sign-in/session.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ limiter: noLimits, clock })

type WireSetting = z.output<NonNullable<typeof saveSetting.body>>

const save = (user: TestUser, body: WireSetting) => http.as(user).call(saveSetting, { body: body as never })
const query = { settingname: 'rootAgencyEmbeddedCode' }

const code = (changes: object = {}): WireSetting => ({
  companyID: tree.acme.id,
  settingname: 'rootAgencyEmbeddedCode',
  placeEmbedded: 'footer',
  embeddedcode: '<script>window.x = 1</script>',
  height: 0,
  version: 0,
  ...changes,
})
const frameOf = async (user: TestUser): Promise<string | null> => {
  const { data } = (await http.as(user).call(readSetting, { query })).body
  return data.settingname === 'rootAgencyEmbeddedCode' ? data.frame : null
}

describe('embedded code (OQ-62)', () => {
  test('is saved by the owner after a proof of identity, versioned, and logged without the code itself', async () => {
    await http.forgetProof(tree.acme.owner)
    expect((await save(tree.acme.owner, code())).body.code).toBe('reauthenticate')
    await http.as(tree.acme.owner).call(reauthenticate, { body: { password: testPassword } })
    for (const user of [tree.acme.admin, tree.root.admin]) expect((await save(user, code())).status).toBe(403)
    // There is no version 1 yet, so nobody can have read it.
    expect((await save(tree.acme.owner, code({ version: 1 }))).body).toMatchObject({ code: 'conflict' })
    expect((await save(tree.acme.owner, code())).status).toBe(200)
    expect((await save(tree.acme.owner, code())).status).toBe(409)
    expect((await save(tree.root.system, code({ version: 1, placeEmbedded: 'head' }))).status).toBe(200)
    expect((await save(tree.acme.owner, code({ version: 2 }))).status).toBe(200)
    const lastText = 'select * from activity where book_id = $1 order by seq desc limit 1'
    const [entry] = (await db.adminPool.query(lastText, [tree.acme.id])).rows
    expect(entry).toMatchObject({
      action: 'branding.embeddedCodeSaved',
      before: { version: 2, place: 'head' },
    })
    expect(JSON.stringify(entry)).not.toContain('window.x')
    await expect(db.adminPool.query('set role leadloom_app; update embedded_code set version = 9')).rejects.toThrow()
    await expect(save(tree.root.system, code({ companyID: tree.root.id })).then(({ status }) => status)).resolves.toBe(
      422,
    )
  })

  test('is saved as documented too: without a version, which then wins, and with the height that it has', async () => {
    const company = { companyID: tree.brightside.id }
    const documentedForm: WireSetting = {
      ...company,
      settingname: 'rootAgencyEmbeddedCode',
      placeEmbedded: 'footer',
      embeddedcode: '<p>Hello</p>',
    }
    const readCode = async () => (await http.as(tree.brightside.owner).call(readSetting, { query })).body.data
    await http.as(tree.brightside.owner).call(reauthenticate, { body: { password: testPassword } })
    expect((await save(tree.brightside.owner, documentedForm)).status).toBe(200)
    expect(await readCode()).toMatchObject({ embeddedcode: '<p>Hello</p>', height: 0, version: 1 })
    expect((await save(tree.brightside.owner, code({ ...company, height: 90, version: 1 }))).status).toBe(200)
    expect((await save(tree.brightside.owner, documentedForm)).status).toBe(200)
    expect(await readCode()).toMatchObject({ embeddedcode: '<p>Hello</p>', height: 90, version: 3 })
    expect((await save(tree.brightside.owner, code({ ...company, embeddedcode: '', version: 3 }))).status).toBe(200)
  })

  test('R158: runs on the agency’s own host for its people and clients, and for nobody else', async () => {
    const { owner, admin, bareAdmin, clients } = tree.acme
    for (const user of [owner, admin, bareAdmin, clients[0]!.user])
      expect([user.kind, await frameOf(user)]).toEqual([user.kind, expect.stringContaining('/api/embedded-code/')])
    const system = await http.as(tree.root.system).call(readSetting, { query: { ...query, companyID: tree.acme.id } })
    expect(system.body.data).toMatchObject({ frame: null, version: 3 })
    expect(await frameOf(tree.brightside.owner)).toBeNull()
    expect((await http.as(tree.root.salesRep).call(readSetting, { query })).status).toBe(403)
  })

  test('never runs in view mode: neither frame nor code is sent', async () => {
    const signIn = await http
      .anonymous('localhost')
      .call(login, { body: { username: tree.root.system.email, password: testPassword } })
    const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` })
    const headers = bearer((signIn.body as { access_token?: string }).access_token)
    await http.anonymous('localhost').call(reauthenticate, { body: { password: testPassword }, headers })
    const reason = 'Ticket 4711: looks odd'
    const view = await http
      .anonymous('localhost')
      .call(switchUser, { body: { userID: tree.acme.owner.id, reason }, headers })
    const answer = await http.anonymous('localhost').call(readSetting, {
      query,
      headers: bearer(view.body.access_token),
    })
    expect(answer.body.data).toMatchObject({ frame: null, embeddedcode: '' })
    const refusal = await http.anonymous('localhost').call(saveSetting, {
      body: code({ version: 3 }) as unknown as Record<string, unknown>,
      headers: bearer(view.body.access_token),
    })
    expect(refusal.status).toBe(403)
  })

  test('is shown in a sandboxed frame, for a minute, on that host only', async () => {
    const frame = (await frameOf(tree.acme.owner))!
    const get = (host: string, url = frame) => http.app.inject({ method: 'GET', url, headers: { host } })
    const { statusCode, headers, payload } = await get(tree.acme.host)
    const policy = String(headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
    expect(statusCode).toBe(200)
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).not.toContain('allow-same-origin')
    expect(payload).toContain(`<script nonce="${nonce}">window.x = 1</script>`)
    expect((await get(tree.brightside.host)).statusCode).toBe(404)
    expect((await get(tree.acme.host, `${frame.slice(0, -3)}abc`)).statusCode).toBe(404)
    clock.advance(61_000)
    expect((await get(tree.acme.host)).statusCode).toBe(404)
  })

  test('can be disabled by the root only', async () => {
    const off = (forbidden: 'T' | 'F'): WireSetting => ({
      companyID: tree.acme.id,
      settingname: 'embeddedCodeSwitch',
      forbidden,
    })
    expect((await save(tree.acme.owner, off('T'))).status).toBe(403)
    const frame = (await frameOf(tree.acme.owner))!
    expect((await save(tree.root.system, off('T'))).status).toBe(200)
    expect(await frameOf(tree.acme.owner)).toBeNull()
    expect((await http.app.inject({ method: 'GET', url: frame, headers: { host: tree.acme.host } })).statusCode).toBe(
      404,
    )
    expect((await save(tree.root.system, off('F'))).status).toBe(200)
    expect(await frameOf(tree.acme.owner)).not.toBeNull()
  })
})
