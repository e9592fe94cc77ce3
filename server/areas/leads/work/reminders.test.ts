import { describe, expect, test } from 'vitest'
import {
  assignInboxItems,
  countInbox,
  listInbox,
  listInboxColleagues,
  settleInboxItems,
  snoozeInboxItems,
} from '#contract/inbox/inbox.ts'
import { changeLead } from '#contract/leads/lead-changes.ts'
import { addLeadNote } from '#contract/leads/lead-work.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openLeadWork } from '#server/test/lead-work-stage.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { mailDueActionsJob } from './mail-due-actions.ts'

// Who is reminded of a lead, by mail and in the inbox (decision 295). It is noon in Chicago on November 20.

const { clock, db, http, tree, mailbox, client, leads, paramsOf, nameOf } = await openLeadWork()
const { acme } = tree
const owner = acme.owner
const today = '2026-11-20'

const plan = (date: string, user: TestUser, lead = leads[0]!) =>
  http.as(user).call(changeLead, { params: paramsOf(lead), body: { next_action: { text: 'Call back', date } } })
const linesOf = async (user: TestUser, companyID: string, query: Record<string, string> = {}) =>
  (await http.as(user).call(listInbox, { params: { companyID }, query })).body.data.filter(
    ({ lead }) => lead && leads.some(({ id }) => id === lead.id),
  )
const ofClient = (query: Record<string, string> = {}) => linesOf(client.user, client.id, query)
const ofAgency = (query: Record<string, string> = {}) => linesOf(owner, acme.id, query)
const lineOf = ({ kind, subject_id, mark }: Awaited<ReturnType<typeof ofClient>>[number]) => ({
  kind,
  subject_id,
  mark,
})

describe('the inbox of a client', () => {
  test('has the due next actions of its own people, until they are done', async () => {
    await plan('2026-11-21', client.user)
    expect(await ofClient()).toEqual([])
    await plan(today, client.user)
    const [line] = await ofClient()
    expect(line).toMatchObject({
      kind: 'action_due',
      company_id: client.id,
      lead: { id: leads[0]!.id, next_action: 'Call back' },
      assignee: { id: client.user.id },
    })
    const body = { companyID: client.id, items: [lineOf(line!)] }
    const settling = await http.as(client.user).call(settleInboxItems, { body: { ...body, is_done: 'T' } })
    expect(settling.body.data).toEqual({ changed: 1 })
    expect(await ofClient()).toEqual([])
    expect(await ofClient({ state: 'done' })).toHaveLength(1)
  })

  test('has nothing of the agency, and the agency’s nothing of the client’s people', async () => {
    await plan(today, client.user, leads[0])
    await plan(today, owner, leads[1])
    expect((await ofClient()).map(({ lead }) => lead!.id)).toEqual([leads[0]!.id])
    expect((await ofAgency()).map(({ kind, lead }) => [kind, lead!.id])).toEqual([['next_action_due', leads[1]!.id]])
    const foreign = { params: { companyID: client.id }, query: {} }
    expect((await http.as(acme.clients[1]!.user).call(listInbox, foreign)).status).toBe(404)
    expect((await http.as(client.user).call(listInbox, { params: { companyID: acme.id }, query: {} })).status).toBe(404)
  })

  test('is counted, snoozed until another day, and its lines are given to colleagues only', async () => {
    const count = async () =>
      (await http.as(client.user).call(countInbox, { params: { companyID: client.id } })).body.open
    const before = await count()
    await plan(today, client.user)
    expect(await count()).toBe(before + 1)
    const body = { companyID: client.id, items: (await ofClient()).map(lineOf) }
    const assign = (assignee_id: string) =>
      http.as(client.user).call(assignInboxItems, { body: { ...body, assignee_id } })
    expect((await assign(owner.id)).status).toBe(422)
    expect((await assign(client.user.id)).status).toBe(200)
    const colleagues = await http.as(client.user).call(listInboxColleagues, { params: { companyID: client.id } })
    expect(colleagues.body.data).toEqual([{ id: client.user.id, name: await nameOf(client.user) }])
    const snoozing = await http.as(client.user).call(snoozeInboxItems, { body: { ...body, until: '2026-11-25' } })
    expect(snoozing.status).toBe(200)
    expect(await count()).toBe(before)
  })
})

describe('a note that mentions people', () => {
  test('is a line for each of them, in the inbox of their company, until it is settled or its text is gone', async () => {
    const names = await Promise.all([client.user, acme.admin].map(nameOf))
    const text = names.map((name) => `@${name}`).join(' and ')
    const { body } = await http.as(owner).call(addLeadNote, { params: paramsOf(), body: { text } })
    const mention = { kind: 'mentioned', lead: { id: leads[0]!.id } }
    expect(await ofClient()).toMatchObject([{ ...mention, assignee: { id: client.user.id } }])
    const [line] = await ofAgency()
    expect(line).toMatchObject({ ...mention, assignee: { id: acme.admin.id } })
    await http.as(owner).call(settleInboxItems, { body: { companyID: acme.id, items: [lineOf(line!)], is_done: 'T' } })
    expect(await ofAgency()).toEqual([])
    await db.adminPool.query(`update lead_entry set note = '' where id = $1`, [body.data.id])
    expect(await ofClient()).toEqual([])
  })
})

describe('the mail about next actions', () => {
  const remind = async (): Promise<{ subject: string; to: readonly string[] }[]> => {
    const before = mailbox.messages().length
    await mailDueActionsJob.run(http.platform, {})
    await runJobs(db, http.platform)
    const mails = mailbox.messages()
    return mails
      .slice(0, mails.length - before)
      .filter(({ subject }) => /^(Due now|Next actions due)/.test(subject))
      .map(({ subject, to }) => ({ subject, to }))
  }

  test('comes once on the morning of the day, for several leads at once, and does not say what is planned', async () => {
    await db.adminPool.query(`update lead set next_action = '', next_action_date = null where agency_id = $1`, [
      acme.id,
    ])
    await plan('2026-11-21', client.user, leads[0])
    await plan('2026-11-21', client.user, leads[1])
    await plan('2026-11-21', owner, leads[2])
    expect(await remind()).toEqual([])
    // Seven in the morning, then eight.
    clock.advance(19 * 3_600_000)
    expect(await remind()).toEqual([])
    clock.advance(3_600_000)
    const mails = await remind()
    expect(mails.map(({ subject, to }) => [subject, ...to]).toSorted()).toEqual([
      ['Due now: Ann Smith', owner.email],
      ['Next actions due: 2', client.user.email],
    ])
    expect(mailbox.messages().some(({ text }) => text.includes('Call back'))).toBe(false)
    expect(await remind()).toEqual([])
  })

  test('waits for the next morning where somebody planned it for the same day', async () => {
    http.forget()
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    await plan(day, client.user)
    expect(await remind()).toEqual([])
    clock.advance(24 * 3_600_000)
    expect(await remind()).toMatchObject([{ subject: 'Due now: Ann Smith' }])
  })
})
