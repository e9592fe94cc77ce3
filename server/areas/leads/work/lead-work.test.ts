import { beforeEach, describe, expect, test } from 'vitest'
import { addLeadNote, editLeadNote, listLeadEntries, removeLeadNote, setLeadStatus } from '#contract/leads/lead-work.ts'
import { getLead, listLeads } from '#contract/leads/leads.ts'
import { defaultPipeline, readLeadPipeline } from '#contract/leads/pipeline.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads, type TestLead } from '#server/test/lead-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'

// A lead is worked by its client and its agency: status, notes, and who did what (decision 232).

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
const { acme, brightside } = tree
const owner = acme.owner
const client = acme.clients[0]!
const otherClient = acme.clients[1]!
let lead: TestLead
let others: TestLead[]
beforeEach(async () => {
  clock.advance(60_000)
  // Sessions expire while the clock goes on from test to test.
  http.forget()
  const campaign = await makeCampaign(db, client)
  ;[lead, ...others] = (await insertLeads(
    db,
    acme,
    [1, 2, 3].map((n) => ({ client, campaign, at_ms: clock.now() - n * 1_000 })),
  )) as [TestLead, ...TestLead[]]
})

const params = () => ({ id: lead.id })
const setStatus = (status: string, user: TestUser = client.user) =>
  http.as(user).call(setLeadStatus, { params: params(), body: { status } })
const addNote = (text: string, user: TestUser = client.user) =>
  http.as(user).call(addLeadNote, { params: params(), body: { text } })
const edit = (note_id: string, text: string, user: TestUser = client.user, id = lead.id) =>
  http.as(user).call(editLeadNote, { params: { id, note_id }, body: { text } })
const remove = (note_id: string, user: TestUser = client.user) =>
  http.as(user).call(removeLeadNote, { params: { ...params(), note_id } })
const savePipeline = async (statuses: unknown[], user: TestUser = owner): Promise<number> =>
  (
    await http
      .as(user)
      .call(saveSetting, { body: { companyID: acme.id, settingname: 'leadpipeline', statuses } as never })
  ).status
const entries = async (user: TestUser = client.user) =>
  (await http.as(user).call(listLeadEntries, { params: params() })).body.data
const statusOf = async (user: TestUser = client.user) =>
  (await http.as(user).call(getLead, { params: params() })).body.data.status
const nameOf = async ({ id }: TestUser): Promise<string> =>
  (await db.adminPool.query<{ full_name: string }>('select full_name from app_user where id = $1', [id])).rows[0]!
    .full_name
const loggedActions = async (): Promise<string[]> =>
  (
    await db.adminPool.query<{ action: string }>('select action from activity where target_id = $1 order by at, id', [
      lead.id,
    ])
  ).rows.map(({ action }) => action)

describe('the status of a lead', () => {
  test('is new at first, and each change is kept with who made it and what it was before', async () => {
    expect(await statusOf()).toBe('new')
    expect((await setStatus('contacted')).status).toBe(200)
    clock.advance(1)
    expect((await setStatus('won', owner)).status).toBe(200)
    expect(await statusOf(owner)).toBe('won')
    expect(await entries(owner)).toMatchObject([
      { kind: 'status', from: 'contacted', to: 'won', author_name: await nameOf(owner), is_own: 'T' },
      { kind: 'status', from: 'new', to: 'contacted', author_name: await nameOf(client.user), is_own: 'F' },
    ])
    expect(await loggedActions()).toEqual(['lead.leadStatusSet', 'lead.leadStatusSet'])
  })

  test('is one of the agency’s pipeline, which is the usual one or its own', async () => {
    const pipeline = async () =>
      (await http.as(client.user).call(readLeadPipeline, { params: { companyID: client.id } })).body.data
    expect((await pipeline()).map(({ key }) => key)).toEqual(['new', 'contacted', 'qualified', 'won', 'lost'])
    expect(await setStatus('meeting')).toMatchObject({ status: 422, body: { field: 'status' } })
    const ownStatuses = [
      { key: 'new', name: 'Fresh', tone: 'info', outcome: 'open' },
      { key: '', name: 'Meeting booked!', tone: 'warn', outcome: 'open' },
      { key: '', name: 'اجتماع', tone: 'warn', outcome: 'open' },
    ]
    expect(await savePipeline(ownStatuses)).toBe(200)
    expect((await pipeline()).map(({ key, name }) => [key, name])).toEqual([
      ['new', 'Fresh'],
      ['meeting_booked', 'Meeting booked!'],
      ['status', 'اجتماع'],
    ])
    expect((await setStatus('meeting_booked')).status).toBe(200)
    expect(await setStatus('lost')).toMatchObject({ status: 422, body: { field: 'status' } })
    await savePipeline([...defaultPipeline])
    expect(await statusOf()).toBe('meeting_booked')
  })

  test('begins with the same key in every pipeline, and has each key once', async () => {
    const [first, second] = defaultPipeline
    expect(await savePipeline([second, first])).toBe(422)
    expect(await savePipeline([first, second, second])).toBe(422)
    expect(await savePipeline([])).toBe(422)
    expect(await savePipeline([first], client.user)).toBe(403)
  })

  test('leaves no trace if it is set to what it is', async () => {
    expect((await setStatus('new')).status).toBe(200)
    expect(await entries()).toEqual([])
    expect(await loggedActions()).toEqual([])
  })

  test('of several people who set it at once ends as the last one, and every step is kept', async () => {
    const keys = ['contacted', 'qualified', 'won', 'lost']
    const answers = await Promise.all(keys.map((key) => setStatus(key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const steps = await entries()
    expect(steps.map(({ to }) => to).toSorted()).toEqual(keys.toSorted())
    const froms = steps.map(({ from }) => from)
    expect([...froms, await statusOf()].toSorted()).toEqual(['new', ...keys].toSorted())
  })

  test('filters the list, with its total', async () => {
    await setStatus('qualified')
    const list = async (status: string) =>
      (
        await http
          .as(client.user)
          .call(listLeads, { params: { companyID: client.id }, query: { status, campaign: lead.campaign.id } })
      ).body
    expect(await list('qualified')).toMatchObject({ total: 1, data: [{ id: lead.id, status: 'qualified' }] })
    expect((await list('new')).data.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
    expect(await list('won')).toMatchObject({ total: 0, data: [] })
    expect(await list('all')).toMatchObject({ total: 3 })
  })
})

describe('a note', () => {
  test('is read by the client and its agency, and edited and removed by who wrote it', async () => {
    const { body } = await addNote('Called twice.\nWants an offer.')
    const { id } = body.data
    expect(await entries(owner)).toMatchObject([
      { id, kind: 'note', text: 'Called twice.\nWants an offer.', author_name: await nameOf(client.user), is_own: 'F' },
    ])
    expect((await edit(id, 'Mine now', owner)).status).toBe(422)
    expect((await remove(id, owner)).status).toBe(422)
    clock.advance(1_000)
    expect((await edit(id, 'Wants an offer by Friday.')).status).toBe(200)
    const edited_at = new Date(clock.now()).toISOString()
    expect(await entries()).toMatchObject([{ text: 'Wants an offer by Friday.', edited_at, is_own: 'T' }])
    expect((await remove(id)).status).toBe(200)
    expect(await entries()).toMatchObject([{ id, kind: 'note', text: '' }])
    expect((await edit(id, 'Back again')).status).toBe(422)
    expect((await remove(id)).status).toBe(422)
  })

  test('of the agency does not tell its client who wrote it', async () => {
    await addNote('Ask for the budget.', owner)
    expect(await entries()).toMatchObject([{ text: 'Ask for the budget.', author_name: null, is_own: 'F' }])
  })

  test('mails whom it names with an @, if they see the lead and its author sees them', async () => {
    const names = await Promise.all([client.user, acme.admin, otherClient.user].map(nameOf))
    const [clientName, adminName, otherName] = names
    const readersOf = async (text: string, author: TestUser): Promise<string[]> => {
      const before = mailbox.messages().length
      expect((await addNote(text, author)).status).toBe(200)
      await runJobs(db, http.platform)
      const mails = mailbox.messages().slice(0, mailbox.messages().length - before)
      return mails
        .filter(({ subject }) => subject.startsWith('You were mentioned'))
        .flatMap(({ to }) => to)
        .toSorted()
    }
    const all = `@${clientName}, please ask @${adminName!.toUpperCase()} and @${otherName}.`
    // An author is not mailed; clients don't see their agency's people.
    expect(await readersOf(all, client.user)).toEqual([])
    expect(await readersOf(all, owner)).toEqual([client.user.email, acme.admin.email].toSorted())
    expect(await readersOf(`${clientName} and @${clientName}son`, owner)).toEqual([])
  })

  test('is not repeated in the log', async () => {
    const { body } = await addNote('Her brother answers the phone.')
    await edit(body.data.id, 'Her sister answers the phone.')
    const { rows } = await db.adminPool.query<{ entry: string }>(
      'select a::text as entry from activity a where target_id = $1',
      [lead.id],
    )
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ entry }) => entry.includes('answers'))).toEqual([])
  })

  test('has text, and belongs to the lead that it is edited through', async () => {
    expect(await addNote('  ')).toMatchObject({ status: 422, body: { field: 'text' } })
    expect(await addNote('x'.repeat(2_001))).toMatchObject({ status: 422, body: { field: 'text' } })
    expect(await addNote('a\u0000b')).toMatchObject({ status: 422, body: { field: 'text' } })
    const { body } = await addNote('Hello')
    expect((await edit(body.data.id, 'Hello', client.user, others[0]!.id)).status).toBe(422)
  })

  test('is refused once the lead’s person was erased', async () => {
    await db.adminPool.query('update campaign set leads_erased_at = now() where id = $1', [lead.campaign.id])
    expect((await addNote('Who was it?')).status).toBe(409)
    expect(await entries()).toEqual([])
  })
})

describe('working a lead', () => {
  test('is up to its client and its agency: for others it looks absent, and the operator’s staff are refused', async () => {
    const { body } = await addNote('Ours')
    const absent = [otherClient.user, brightside.owner, brightside.clients[0]!.user]
    for (const user of absent) {
      expect((await setStatus('won', user)).status).toBe(404)
      expect((await addNote('Theirs', user)).status).toBe(404)
      expect((await edit(body.data.id, 'Theirs', user)).status).toBe(404)
      expect((await http.as(user).call(listLeadEntries, { params: params() })).status).toBe(404)
    }
    expect((await setStatus('won', tree.root.system)).status).toBe(403)
    expect((await http.as(tree.root.system).call(listLeadEntries, { params: params() })).status).toBe(403)
    expect(await entries()).toMatchObject([{ text: 'Ours' }])
    expect(await statusOf()).toBe('new')
  })

  test('needs the right to change leads, as an administrator', async () => {
    expect((await setStatus('contacted', acme.admin)).status).toBe(200)
    await db.adminPool.query(
      `update app_user set permission_active = true, permissions = '{"leads.enable": true}' where id = $1`,
      [acme.bareAdmin.id],
    )
    http.forget()
    expect((await http.as(acme.bareAdmin).call(listLeadEntries, { params: params() })).status).toBe(200)
    expect((await setStatus('won', acme.bareAdmin)).status).toBe(403)
    expect((await addNote('I may not', acme.bareAdmin)).status).toBe(403)
  })
})
