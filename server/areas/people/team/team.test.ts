import { beforeEach, describe, expect, test } from 'vitest'
import { setLeadStatus } from '#contract/leads/lead-work.ts'
import { getLead } from '#contract/leads/leads.ts'
import { saveOrganization } from '#contract/audiences/organizations.ts'
import { saveTaxDetails } from '#contract/taxes/taxes.ts'
import { changeColleague, inviteColleague, listTeam, removeColleague } from '#contract/people/team.ts'
import { refusedToColleague, rightFor, teamRights, type TeamRight } from '#contract/people/team-rights.ts'
import { readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { routes } from '#server/routes.ts'
import { noLimits } from '#server/test/app.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'

// A client's people invite colleagues and decide what these may do.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock, limiter: noLimits })
const { acme } = tree
const client = acme.clients[0]!
const main = client.user
beforeEach(() => {
  clock.advance(60_000)
  http.forget()
})

let invitations = 0
const invite = async (
  rights: TeamRight[],
  by: TestUser = main,
  email = `colleague${++invitations}@plumbright.test`,
) => ({
  email,
  answer: await http.as(by).call(inviteColleague, { body: { full_name: 'Cora Lane', email, rights } }),
})
/** Somebody who has accepted, with the password of all test users. */
async function makeColleague(rights: TeamRight[]): Promise<TestUser> {
  const { email, answer } = await invite(rights)
  expect(answer.status).toBe(200)
  const { id } = answer.body.data
  await db.adminPool.query(
    `update credential set reserved_until = null,
            password_hash = (select password_hash from credential where user_id = $2) where user_id = $1`,
    [id, main.id],
  )
  await db.adminPool.query('update app_user set invited_until = null where id = $1', [id])
  return { ...main, id, email }
}
const teamOf = async (user: TestUser) => (await http.as(user).call(listTeam, {})).body.data
const change = (by: TestUser, id: string, rights: TeamRight[]) =>
  http.as(by).call(changeColleague, { params: { id }, body: { rights } })
const remove = (by: TestUser, id: string) => http.as(by).call(removeColleague, { params: { id } })

describe('a client’s team', () => {
  test('begins with its main user, who has all rights', async () => {
    expect(await teamOf(acme.clients[1]!.user)).toMatchObject([{ is_main: 'T', is_self: 'T', rights: [...teamRights] }])
  })

  test('gets a colleague by a mailed invitation, and shows them as invited', async () => {
    const { email, answer } = await invite(['work'])
    await runJobs(db, http.platform)
    const mail = mailbox.messages().findLast(({ to }) => to.includes(email))!
    expect(mail.subject).toMatch(/ invited you to see your leads$/)
    const colleague = (await teamOf(main)).find(({ id }) => id === answer.body.data.id)
    expect(colleague).toMatchObject({ email, is_main: 'F', rights: ['work'], invited_until: expect.any(String) })
  })

  test('accepts an address once', async () => {
    const { email } = await invite(['work'])
    const { status, body } = (await invite(['work'], main, email)).answer
    expect([status, body.field]).toEqual([422, 'email'])
  })

  test('is nobody else’s: not the agency’s, and another client’s people look absent', async () => {
    const { id } = await makeColleague(['work'])
    const other = acme.clients[1]!.user
    expect((await teamOf(other)).map((one) => one.id)).toEqual([other.id])
    for (const user of [other, tree.brightside.clients[0]!.user]) expect((await change(user, id, [])).status).toBe(404)
    for (const user of [acme.owner, acme.admin]) expect((await http.as(user).call(listTeam, {})).status).toBe(403)
  })
})

describe('a colleague', () => {
  test('sees everything, and is told what their rights leave out', async () => {
    const reader = await makeColleague([])
    const [lead] = await insertLeads(db, acme, [
      { client, campaign: await makeCampaign(db, client), at_ms: clock.now() },
    ])
    const params = { id: lead!.id }
    expect((await http.as(reader).call(getLead, { params })).status).toBe(200)
    expect((await http.as(reader).call(readMe, {})).body.data.team_rights).toEqual([])
    const setStatus = (user: TestUser) => http.as(user).call(setLeadStatus, { params, body: { status: 'contacted' } })
    const refusal = await setStatus(reader)
    expect([refusal.status, refusal.body.message]).toEqual([403, refusedToColleague])
    expect((await setStatus(await makeColleague(['work']))).status).toBe(200)
    expect((await invite(['work'], reader)).answer.status).toBe(403)
  })

  test('who works may neither pay nor manage, and the other way around', async () => {
    const tries = [saveOrganization, saveTaxDetails]
    const refusalsOf = async (user: TestUser) =>
      (
        await Promise.all(
          tries.map((operation) =>
            http.as(user).call(operation, { params: { companyID: client.id }, body: {} } as never),
          ),
        )
      ).map(({ body }) => (body as { message: string }).message === refusedToColleague)
    expect(await refusalsOf(await makeColleague(['work']))).toEqual([true, true])
    expect(await refusalsOf(await makeColleague(['pay']))).toEqual([true, false])
    expect(await refusalsOf(await makeColleague(['manage']))).toEqual([false, true])
    expect(await refusalsOf(main)).toEqual([false, false])
  })

  test('who manages gives and takes no more than they have, and leaves the main user and themselves alone', async () => {
    const manager = await makeColleague(['manage'])
    const { status, body } = (await invite(['pay'], manager)).answer
    expect([status, body.field]).toEqual([422, 'rights'])
    const payer = await makeColleague(['pay'])
    const reader = await makeColleague([])
    for (const [id, refusal] of [
      [main.id, 409],
      [manager.id, 403],
      [payer.id, 403],
    ] as const) {
      expect((await change(manager, id, [])).status).toBe(refusal)
      expect((await remove(manager, id)).status).toBe(refusal)
    }
    expect((await change(manager, reader.id, ['manage'])).status).toBe(200)
    expect((await change(main, main.id, [])).status).toBe(409)
  })

  test('has new rights at once, and none after being removed', async () => {
    const colleague = await makeColleague(['work'])
    const rights = async () => (await http.as(colleague).call(readMe, {})).body.data?.team_rights
    expect(await rights()).toEqual(['work'])
    await change(main, colleague.id, ['pay'])
    expect(await rights()).toEqual(['pay'])
    expect((await remove(main, colleague.id)).status).toBe(200)
    expect((await http.as(colleague).call(readMe, {})).status).toBe(401)
    expect((await teamOf(main)).map(({ id }) => id)).not.toContain(colleague.id)
    const { rows } = await db.adminPool.query<{ action: string }>(
      'select action from activity where target_id = $1 order by seq',
      [colleague.id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'team.colleagueInvited',
      'team.colleagueChanged',
      'team.colleagueRemoved',
    ])
  })
})

test('each call of a client that writes needs a right, except about one’s own account; what is new needs `manage`', () => {
  const ofClients = routes.map(({ operation }) => operation).filter(({ access }) => access.client && !access.anonymous)
  const needing = (right: TeamRight | null) =>
    ofClients
      .filter(
        (operation) => operation.method !== 'GET' && operation.area !== 'sign-in' && rightFor(operation) === right,
      )
      .map(({ name }) => name)
      .toSorted()
  expect(needing('work')).toEqual([
    'addLeadNote',
    'changeLead',
    'changeLeads',
    'editLeadNote',
    'finishLeadAction',
    'removeLeadNote',
    'requestReturn',
    'setLeadStatus',
    'takeBackLead',
    'undoLeadChanges',
  ])
  expect(needing('pay')).toEqual([
    'buyEnrichment',
    'checkConfirmation',
    'createCustomer',
    'createDirectCustomer',
    'openConfirmation',
    'replaceCard',
    'retryCharge',
    'saveTaxDetails',
    'stopCampaignTopUp',
  ])
  expect(needing(null)).toEqual([
    'addSavedView',
    'assignInboxItems',
    'cancelEmailChange',
    'changeSavedView',
    'checkCampaignActive',
    'checkSiteEmbededCode',
    'checkSpreadsheet',
    'closeChecklist',
    'estimateAudience',
    'prepareLeadExport',
    'previewIntegration',
    'removePush',
    'removeSavedView',
    'saveMailChoice',
    'saveProfile',
    'savePush',
    'saveQuietHours',
    'saveUserLog',
    'searchEverything',
    'searchVisits',
    'settleInboxItems',
    'snoozeInboxItems',
  ])
  expect(needing('manage').length).toBeGreaterThan(40)
})
