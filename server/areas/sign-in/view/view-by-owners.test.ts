import { beforeEach, describe, expect, test } from 'vitest'
import { getCompany } from '#contract/companies/companies.ts'
import { createCampaign } from '#contract/campaigns/campaigns.ts'
import { listSecurityEvents } from '#contract/activity/security-events.ts'
import { readMe } from '#contract/people/user.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { login } from '#contract/sign-in/session.ts'
import { switchBack, switchUser, viewLife_ms } from '#contract/sign-in/view-mode.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'

// An agency's owner views as its clients under the rules of the operator's view mode (decision 239).

const reason = 'Ticket 12: the dashboard is empty'
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock, limiter: noLimits })
const { acme, brightside, root, other } = tree
const client = acme.clients[0]!
beforeEach(() => clock.advance(60_000))

type Bearer = { authorization: string }
const anyone = () => http.anonymous(acme.owner.host)
const bearerOf = ({ access_token = '' }: { access_token?: string }): Bearer => ({
  authorization: `Bearer ${access_token}`,
})
const prove = (headers: Bearer) => anyone().call(reauthenticate, { body: { password: testPassword }, headers })
const begin = (headers: Bearer, user: TestUser) =>
  anyone().call(switchUser, { body: { userID: user.id, reason }, headers })
const me = (headers: Bearer) => anyone().call(readMe, { headers })

async function signInOwner(): Promise<{ own: Bearer; cookie: string }> {
  const answer = await anyone().call(login, { body: { username: acme.owner.email, password: testPassword } })
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  return { own: bearerOf(answer.body as { access_token?: string }), cookie }
}
async function viewClient(): Promise<{ own: Bearer; view: Bearer; cookie: string }> {
  const { own, cookie } = await signInOwner()
  expect((await prove(own)).status).toBe(200)
  const answer = await begin(own, client.user)
  expect([answer.status, (answer.body as { expires_in?: number }).expires_in]).toEqual([200, viewLife_ms / 1_000])
  return { own, view: bearerOf(answer.body), cookie }
}

describe('an agency’s owner', () => {
  test('views as a client’s user after a proof of identity, and returns as itself', async () => {
    const { own, cookie } = await signInOwner()
    expect((await begin(own, client.user)).body.code).toBe('reauthenticate')
    await prove(own)
    const view = bearerOf((await begin(own, client.user)).body)
    expect((await me(view)).body.data).toMatchObject({ id: client.user.id, isViewMode: 'T' })
    expect((await me(own)).status, 'its own session sleeps').toBe(401)
    const back = await anyone().call(switchBack, { headers: { ...view, cookie } })
    expect((await me(bearerOf(back.body))).body.data).toMatchObject({ id: acme.owner.id, isViewMode: 'F' })
    expect((await me(view)).status).toBe(401)
  })

  test('views as nobody beside, above or elsewhere', async () => {
    const { own } = await signInOwner()
    await prove(own)
    for (const user of [acme.owner, acme.admin]) expect((await begin(own, user)).status).toBe(403)
    const strangers = [brightside.owner, brightside.clients[0]!.user, root.system, root.admin, other.agency.owner]
    for (const user of strangers) expect((await begin(own, user)).status).toBe(404)
  })

  test('sees and does what the client may, and nothing that view mode closes', async () => {
    const { view } = await viewClient()
    const readCompany = async ({ id }: { id: string }) =>
      (await anyone().call(getCompany, { params: { id }, headers: view })).status
    expect(await readCompany(acme.clients[1]!)).toBe(404)
    for (const operation of [switchUser, createCampaign])
      expect((await anyone().call(operation, { body: {} as never, headers: view })).body).toMatchObject({
        code: 'forbidden',
      })
  })

  test('is shown out after half an hour, when it may view no more, and when its own session ends', async () => {
    const half = await viewClient()
    clock.advance(viewLife_ms)
    expect((await me(half.view)).status).toBe(401)
    const formerOwner = await viewClient()
    await db.adminPool.query(`update app_user set kind = 'administrator' where id = $1`, [acme.owner.id])
    clock.advance(6_000)
    expect((await me(formerOwner.view)).status).toBe(401)
    await db.adminPool.query(`update app_user set kind = 'agencyOwner' where id = $1`, [acme.owner.id])
  })
})

describe('the client', () => {
  test('gets a mail from its agency that names the reason and nobody', async () => {
    await viewClient()
    await runJobs(db, http.platform)
    const mail = mailbox.messages().findLast(({ to }) => to.includes(client.user.email))!
    expect(mail).toMatchObject({ subject: 'Your agency viewed your account' })
    expect(mail.text).toContain(reason)
    const { rows } = await db.adminPool.query('select full_name from app_user where id = $1', [acme.owner.id])
    expect(mail.text).not.toContain(rows[0].full_name)
  })

  test('is in the log with both people, which the owner reads by name', async () => {
    const { view, cookie } = await viewClient()
    const answer = await anyone().call(switchBack, { headers: { ...view, cookie } })
    const { rows } = await db.adminPool.query(
      `select action, actor_id, actor_kind, on_behalf_of, client_id, reason from activity
        where subject_id = $1 and action like 'security.view%' order by at desc, seq desc limit 2`,
      [client.user.id],
    )
    const both = {
      actor_id: acme.owner.id,
      actor_kind: 'agencyOwner',
      on_behalf_of: client.user.id,
      client_id: client.id,
    }
    expect(rows).toMatchObject([
      { action: 'security.viewEnded', ...both },
      { action: 'security.viewBegan', reason, ...both },
    ])
    const events = await anyone().call(listSecurityEvents, { query: {}, headers: bearerOf(answer.body) })
    expect(events.body.data.map(({ action, actor }) => [action, actor])).toContainEqual(['security.viewBegan', 'owner'])
  })
})
