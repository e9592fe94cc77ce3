import { beforeAll, describe, expect, test } from 'vitest'
import { saveUserLog } from '#contract/activity/user-log.ts'
import { downloadUserLogs, listLogCampaigns, listLogUsers, listUserLogs } from '#contract/activity/user-logs.ts'
import { makeDownloadTicket } from '#contract/sign-in/session.ts'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { pathWith, createTestApp, noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

let campaign: { id: string }
const { db, http, tree } = await openTree({ limiter: noLimits })
beforeAll(async () => {
  campaign = await makeCampaign(db, tree.acme.clients[0]!, { status: 'active' })
  for (let turn = 0; turn < 6; turn++) {
    for (const status of ['pause', 'active'] as const) {
      const body = { leadspeek_api_id: campaign.id, status }
      expect((await http.as(tree.acme.owner).call(setCampaignActive, { body })).status).toBe(200)
    }
  }
  const body = { companyID: tree.acme.id, settingname: 'support', support_url: 'https://=help.acme.test' }
  await http.as(tree.root.system).call(saveSetting, { body: { ...body, support_url: 'https://help.acme.test' } })
})

const list = async (user: TestUser, filter: object = {}, companyID = tree.acme.id) =>
  (await http.as(user).call(listUserLogs, { body: { companyID, ...filter } })).body

async function download(user: TestUser, action: string) {
  const params = { company: tree.acme.id, usertype: '9999', user: 'all', action, daterange: 'all', campaign: 'all' }
  const path = pathWith(downloadUserLogs, params)
  const { ticket } = (await http.as(user).call(makeDownloadTicket, { body: { path } })).body
  const again = () => http.app.inject({ method: 'GET', url: `${path}?ticket=${ticket}`, headers: { host: user.host } })
  const { payload, headers } = await again()
  return { payload, headers, again }
}

describe('the log viewer', () => {
  test('R204, R207: shows everyone’s actions, newest first, in fixed-size pages', async () => {
    const first = await list(tree.acme.owner)
    expect(first).toMatchObject({ current_page: 1, last_page: 2, total: 13, per_page: 10 })
    expect(first.data[1]).toMatchObject({
      type_user: 'admin',
      action: 'Campaign started or paused',
      category: 'campaign',
      user_ip: '127.0.0.1',
      company_name: tree.acme.clients[0]!.name,
    })
    expect((await list(tree.acme.owner, { Page: 2 })).data).toHaveLength(3)
    expect(await list(tree.acme.owner, { PerPage: 25 })).toMatchObject({ per_page: 25, last_page: 1 })
  })

  test('shows an agency that support made a change, without the name or address', async () => {
    const [newest] = (await list(tree.acme.owner)).data
    expect(newest).toMatchObject({ name: 'Support', type_user: 'root', user_ip: '', category: 'setting' })
    expect((await list(tree.root.system)).data[0]).toMatchObject({ type_user: 'root', user_ip: '127.0.0.1' })
    expect((await list(tree.root.system)).data[0]!.name).not.toBe('Support')
  })

  test('filters by user type, user, category, campaign and dates', async () => {
    const total = async (filter: object): Promise<number> => (await list(tree.acme.owner, filter)).total
    const today = new Date(http.platform.clock.now()).toISOString().slice(0, 10)
    const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
    expect(await total({ usertype: 'root' })).toBe(1)
    expect(await total({ usertype: 'client' })).toBe(0)
    expect(await total({ userID: tree.acme.owner.id })).toBe(12)
    expect(await total({ action: 'setting' })).toBe(1)
    expect(await total({ campaignId: campaign.id })).toBe(12)
    expect(await total({ daterange: `${lastYear},${lastYear}` })).toBe(0)
    expect(await list(tree.acme.owner, {}, tree.acme.clients[1]!.id)).toMatchObject({
      total: 0,
      last_page: 1,
      data: [],
    })
    for (const daterange of ['x', '2026-01-02,2026-01-01', '2020-01-01,2026-01-01', '2026-02-30,2026-03-01']) {
      const { status, body } = await http
        .as(tree.acme.owner)
        .call(listUserLogs, { body: { companyID: tree.acme.id, daterange } })
      expect([daterange, status, body]).toMatchObject([daterange, 422, { field: 'daterange' }])
    }
  })

  test('offers only users and campaigns of that company', async () => {
    const { body } = await http.as(tree.acme.owner).call(listLogCampaigns, { body: { companyID: tree.acme.id } })
    expect(body.campaigns.map(({ value }) => value)).toEqual([campaign.id])
    const users = await http
      .as(tree.acme.owner)
      .call(listLogUsers, { body: { companyID: tree.acme.id, usertype: 'client' } })
    expect(users.body.data.map(({ value }) => value).toSorted()).toEqual(
      tree.acme.clients.map(({ user }) => user.id).toSorted(),
    )
  })

  test('rejects sales staff, clients, administrators without the permission, and other agencies', async () => {
    const ask = async (user: TestUser, companyID = tree.acme.id): Promise<number> =>
      (await http.as(user).call(listUserLogs, { body: { companyID } })).status
    expect(await ask(tree.root.salesRep)).toBe(403)
    expect(await ask(tree.acme.clients[0]!.user, tree.acme.clients[0]!.id)).toBe(403)
    expect(await ask(tree.acme.bareAdmin)).toBe(403)
    expect(await ask(tree.brightside.owner)).toBe(404)
  })

  test('R203: downloads a CSV file with a one-time ticket', async () => {
    const answer = await download(tree.acme.owner, 'all')
    expect(answer.headers['content-disposition']).toContain('user-logs-')
    const lines = answer.payload.trim().split('\r\n')
    // The header, the existing entries, and the request for the ticket itself.
    expect(lines).toHaveLength(1 + 13 + 1)
    expect(lines[1]).toContain('Export requested')
    expect((await answer.again()).statusCode).toBe(401)
  })

  test('D2§3: shows the location of an address to users who may see the address', async () => {
    const proxiedApp = await createTestApp(db, { limiter: noLimits, env: { TRUSTED_PROXIES: '1' } })
    const does = (user: TestUser, from: string) =>
      proxiedApp.as(user).call(saveUserLog, {
        body: { action: 'opened', desc: from, target_userID: tree.acme.clients[1]!.user.id },
        headers: { 'x-forwarded-for': from },
      })
    for (const from of ['193.0.6.139', '10.0.0.7']) expect((await does(tree.acme.owner, from)).status).toBe(200)
    expect((await does(tree.root.system, '133.11.0.1')).status).toBe(200)
    await proxiedApp.close()
    const { data } = await list(tree.acme.owner, { action: 'browser' })
    expect(data.map(({ user_ip, location }) => [user_ip, location])).toEqual([
      ['', ''],
      ['10.0.0.7', ''],
      ['193.0.6.139', 'NL'],
    ])
    expect((await list(tree.root.system, { action: 'browser' })).data[0]!.location).toBe('JP')
    const file = await download(tree.acme.owner, 'browser')
    expect(file.payload).toContain('193.0.6.139,Netherlands,browser')
    expect(file.payload).toContain('10.0.0.7,,browser')
  })
})
