import { describe, expect, test } from 'vitest'
import {
  getAudience,
  listAudiences,
  maxAudiences,
  removeAudience,
  saveAudience,
} from '#contract/audiences/audiences.ts'
import type { Condition } from '#contract/audiences/definition.ts'
import { listAudienceLists, maxLists, removeAudienceList } from '#contract/audiences/lists.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { retainJob } from '#server/retention/retain.ts'
import type { TestUser } from '#server/test/factories.ts'
import { definitionOf } from '#server/test/make-audience.ts'
import { multipart, type FormPart } from '#server/test/multipart.ts'
import { openTree } from '#server/test/open-tree.ts'
import { md5 } from '#server/test/pipeline-world.ts'
import { expiryOf } from './list-ends.ts'

const day_ms = 86_400_000
const clock = createStillClock(Date.UTC(2026, 0, 12, 18))
const { db, http, tree } = await openTree({ clock })

const client = () => tree.acme.clients[0]!
interface Sent {
  name?: string
  endsOn?: string
  content?: string | Buffer
  fileName?: string
  of?: string
  more?: FormPart[]
}
async function upload(user: TestUser, sent: Sent = {}) {
  const { name = 'Customers', endsOn = '', content = 'ann@example.com', fileName = 'list.csv', more = [] } = sent
  const answer = await http.as(user).inject({
    method: 'POST',
    url: `/api/marketing/audience-lists/${sent.of ?? client().id}/upload`,
    ...multipart([
      { name: 'list_name', value: name },
      { name: 'ends_on', value: endsOn },
      { name: 'file', fileName, content },
      ...more,
    ]),
  })
  return { status: answer.statusCode, body: answer.json() as { data: { id: string }; field?: string; message: string } }
}
const createList = async (sent: Sent): Promise<string> => (await upload(tree.acme.owner, sent)).body.data.id
const listsOf = async (user: TestUser, companyID: string) =>
  (await http.as(user).call(listAudienceLists, { params: { companyID }, query: { Page: 1, PerPage: 100 } })).body.data
const remove = (user: TestUser, id: string) => http.as(user).call(removeAudienceList, { params: { id } })
const naming = (list_id: string): Condition => ({ kind: 'listed', list_id })
const save = (name: string, condition: Condition, user = tree.acme.owner) =>
  http.as(user).call(saveAudience, {
    body: { companyID: client().id, audience_name: name, definition: definitionOf({ include: [condition] }) },
  })

describe('An audience list', () => {
  test('is uploaded for a client, and stores only hashes, no addresses', async () => {
    const { acme, brightside, root } = tree
    const content = `email\nann@example.com\nANN@example.com\n${md5('bob@example.com')}`
    const { status, body } = await upload(acme.owner, { name: 'Kept', content, fileName: 'My List.CSV' })
    expect([status, body.message]).toEqual([201, 'Data has been added successfully'])
    const one = {
      list_id: body.data.id,
      list_name: 'Kept',
      filename: 'my_list.csv',
      addresses: 2,
      expiry: null,
      uses: [],
    }
    for (const [user, of] of [
      [acme.owner, acme.id],
      [client().user, client().id],
      [root.system, root.id],
    ] as const)
      expect(await listsOf(user, of)).toContainEqual(expect.objectContaining(one))
    expect(await listsOf(brightside.owner, brightside.id)).toEqual([])
    const { rows } = await db.adminPool.query('select t::text as row from audience_list_entry t where list_id = $1', [
      body.data.id,
    ])
    expect(rows).toHaveLength(4)
    expect(rows.some(({ row }) => row.includes('@'))).toBe(false)
  })

  test.each([
    ['no name', { name: ' ' }, 'list_name', 422],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'list_name', 422],
    ['an invalid date', { endsOn: '2026-02-30' }, 'ends_on', 422],
    ['a past date', { endsOn: '2026-01-11' }, 'ends_on', 422],
    ['another file type', { fileName: 'list.xlsx' }, 'file', 422],
    ['an archive', { content: Buffer.from('504b0304', 'hex') }, 'file', 422],
    ['no encoding that we know', { content: Buffer.from('8140', 'hex') }, 'file', 422],
    ['NUL characters', { content: 'ann@example.com\0' }, 'file', 422],
    ['one long line', { content: 'x'.repeat(400) }, 'file', 422],
    ['a formula', { content: '=HYPERLINK("https://example.com")' }, 'file', 422],
    [
      '10,001 records',
      { content: Array.from({ length: 10_001 }, (_none, n) => `p${n}@example.com`).join('\n') },
      'file',
      422,
    ],
    ['another field', { more: [{ name: 'desc', value: 'x' }] }, 'desc', 422],
  ] satisfies [string, Sent, string, number][])('is rejected for %s by field', async (_what, sent, field, status) => {
    const before = await listsOf(tree.acme.owner, client().id)
    const answer = await upload(tree.acme.owner, { name: 'Refused', ...sent })
    expect([answer.status, answer.body.field]).toEqual([status, field])
    expect(await listsOf(tree.acme.owner, client().id)).toEqual(before)
  })

  test('belongs to its client, and clients upload only if their agency lets them (OQ-12)', async () => {
    const { acme, brightside } = tree
    const id = await createList({ name: 'Own' })
    expect((await upload(acme.owner, { name: 'own' })).body.field).toBe('list_name')
    expect((await upload(brightside.owner)).status).toBe(404)
    expect((await upload(client().user, { name: 'Mine' })).status).toBe(403)
    expect((await upload(acme.owner, { of: acme.id })).status).toBe(403)
    expect((await remove(brightside.owner, id)).status).toBe(404)
    expect((await remove(client().user, id)).status).toBe(403)
    const theirs = await createList({ name: 'Theirs', of: acme.clients[1]!.id })
    expect((await save('Foreign', naming(theirs))).body.field).toBe('definition.include.conditions.0.list_id')
    expect((await save('Absent', naming(client().id))).body.field).toBe('definition.include.conditions.0.list_id')
  })

  test('cannot be removed while an audience uses it', async () => {
    const id = await createList({ name: 'Held' })
    const audience = (await save('Holds it', naming(id))).body.data.audience_id
    expect(await listsOf(tree.acme.owner, client().id)).toContainEqual(
      expect.objectContaining({ list_id: id, uses: [{ audience_id: audience, audience_name: 'Holds it' }] }),
    )
    expect((await remove(tree.acme.owner, id)).status).toBe(409)
    expect((await http.as(tree.acme.owner).call(removeAudience, { params: { id: audience } })).status).toBe(200)
    expect((await remove(tree.acme.owner, id)).body).toMatchObject({ message: 'Deleted!' })
    expect((await remove(tree.acme.owner, id)).status).toBe(404)
    const { rowCount } = await db.adminPool.query('select from audience_list_entry where list_id = $1', [id])
    expect(rowCount).toBe(0)
  })
})

test('A client has a maximum number of audiences and lists, even with concurrent requests', async () => {
  const { acme, root } = tree
  const [of, place] = [acme.clients[1]!, { agency: acme.id, root: root.id }]
  const fill = (table: string, rest: string, values: string, most: number): Promise<unknown> =>
    db.adminPool.query(
      `insert into ${table} (agency_id, id, root_id, client_id, name, created_at${rest})
       select $1, gen_random_uuid(), $2, $3, 'Filled ' || n, now()${values}
         from generate_series(1, $4 - (select count(*) from ${table} where client_id = $3)) as n`,
      [place.agency, place.root, of.id, most - 1],
    )
  await fill(
    'audience',
    ', definition, updated_at',
    `, '${JSON.stringify(definitionOf({ include: [{ kind: 'excluded' }] }))}', now()`,
    maxAudiences,
  )
  const definition = definitionOf({ include: [{ kind: 'excluded' }] })
  const audiences = await Promise.all(
    [acme.owner, acme.admin].map((user, at) =>
      http.as(user).call(saveAudience, { body: { companyID: of.id, audience_name: `Last ${at}`, definition } }),
    ),
  )
  expect(audiences.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const { body } = await http
    .as(acme.owner)
    .call(listAudiences, { params: { companyID: of.id }, query: { Page: 2, PerPage: 100 } })
  expect([body.total, body.data.length]).toEqual([maxAudiences, 100])

  await fill('audience_list', ', addresses', ', 1', maxLists)
  const uploads = await Promise.all(
    [acme.owner, acme.admin].map((user, at) => upload(user, { name: `Last ${at}`, of: of.id })),
  )
  expect(uploads.map(({ status }) => status).toSorted()).toEqual([201, 422])
})

test('A list warns before it expires, and its addresses are deleted a day after its last day', async () => {
  const ends_on = '2026-01-20'
  const id = await createList({ name: 'Ends', endsOn: ends_on })
  const lasting = await createList({ name: 'Lasts' })
  const audience = (await save('Ending', naming(id))).body.data
  expect(audience.expiry).toEqual({ ends_on, state: 'later' })
  const entriesOf = async (list: string) => {
    await retainJob.run(http.platform, {})
    return (await db.adminPool.query('select from audience_list_entry where list_id = $1', [list])).rowCount
  }
  const soon = (await save('Ending soon', naming(await createList({ name: 'Soon', endsOn: '2026-01-18' })))).body.data
  const { body } = await http.as(tree.acme.owner).call(getAudience, { params: { id: soon.audience_id } })
  expect([body.data.expiry, await entriesOf(id)]).toEqual([{ ends_on: '2026-01-18', state: 'soon' }, 3])
  clock.advance(10 * day_ms)
  expect([await entriesOf(id), await entriesOf(lasting)]).toEqual([0, 3])
  expect(['2026-01-21', '2026-01-22', '2026-01-23'].map((day) => expiryOf(day, clock.now())?.state)).toEqual([
    'over',
    'soon',
    'soon',
  ])
})
