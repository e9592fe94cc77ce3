import { expect, test } from 'vitest'
import { addLeadNote, removeLeadNote } from '#contract/leads/lead-work.ts'
import { createDeveloperCaller } from '#server/test/developer-caller.ts'
import { openLeadWork } from '#server/test/lead-work-stage.ts'

// An agency's software works leads (decision 232).

const stage = await openLeadWork()
const { clock, db, http, tree, client, leads, paramsOf, readLead, entriesOf } = stage
const developer = await createDeveloperCaller(db, http, tree.acme.owner)
const put = (body: object) => developer.put(`leads/${leads[0]!.id}`, body)

test('the developer API sets status, assignee, value and tags and adds a note, and the history says software did', async () => {
  const { status, body } = await put({
    status: 'contacted',
    assignee_email: client.user.email,
    value_cents: 9_900,
    tags: ['Call'],
    note: 'Called by the dialer.',
  })
  expect(status).toBe(200)
  const work = { status: 'contacted', value_cents: 9_900, tags: ['Call'] }
  expect(body).toMatchObject({ ...work, id: leads[0]!.id, assignee_id: client.user.id })
  expect(await readLead()).toMatchObject({ ...work, assignee: { id: client.user.id } })
  const entries = await entriesOf()
  expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['assignee', 'note', 'status', 'tags', 'value'])
  expect(new Set(entries.map(({ by_api, author_name }) => `${by_api} ${author_name}`))).toEqual(new Set(['T null']))
})

test('the developer API names the field that cannot be set, and finds no others’ leads', async () => {
  expect(await put({ status: 'nonsense' })).toMatchObject({ status: 422, body: { field: 'status' } })
  expect(await put({ assignee_email: 'nobody@example.com' })).toMatchObject({ body: { field: 'assignee_email' } })
  const other = await createDeveloperCaller(db, http, tree.brightside.owner)
  expect((await other.put(`leads/${leads[0]!.id}`, { status: 'won' })).status).toBe(404)
})

test('the developer API reads a lead’s notes, newest first, without removed ones; the operator’s software reads none', async () => {
  const { body: first } = await put({ note: 'Called by the dialer.' })
  clock.advance(1_000)
  const add = (text: string) => http.as(client.user).call(addLeadNote, { params: paramsOf(), body: { text } })
  const noteId = (await add('Wants a call.')).body.data.id
  await add('A slip')
  const notes = async () => (await developer.get(`leads/${leads[0]!.id}/notes`)).body['data'] as { text: string }[]
  expect((await notes()).map(({ text }) => text).toSorted()).toEqual([
    'A slip',
    'Called by the dialer.',
    'Wants a call.',
  ])
  await http.as(client.user).call(removeLeadNote, { params: { id: leads[0]!.id, note_id: noteId } })
  expect(await notes()).toMatchObject([
    { text: 'A slip', author_id: client.user.id, by_api: false },
    { id: first['note_id'], by_api: true, author_id: null },
  ])
  const operator = await createDeveloperCaller(db, http, tree.root.system)
  expect((await operator.get(`leads/${leads[0]!.id}/notes`)).status).toBe(403)
})

test('lead.note_added tells the agency’s webhooks of a note by its id', async () => {
  await developer.post('webhooks', { url: 'https://hooks.example.com/notes', events: ['lead.note_added'] })
  const { body } = await put({ note: 'Called by the dialer.' })
  const { rows } = await db.adminPool.query(`select data from event_message where type = 'lead.note_added'`)
  expect(rows).toEqual([{ data: { id: leads[0]!.id, client_id: client.id, note_id: body['note_id'] } }])
})

test('lead.updated tells the agency’s webhooks of status, assignee and tags, in ids and states', async () => {
  await developer.post('webhooks', { url: 'https://hooks.example.com/', events: ['lead.updated'] })
  await put({ value_cents: 1 })
  await put({ status: 'won' })
  const { rows } = await db.adminPool.query<{ data: unknown }>(
    `select data from event_message where type = 'lead.updated'`,
  )
  expect(rows).toEqual([{ data: { id: leads[0]!.id, client_id: client.id, status: 'won', assignee_id: null } }])
})
