import { beforeEach, describe, expect, test } from 'vitest'
import {
  addSavedView,
  changeSavedView,
  listSavedViews,
  maxViews,
  removeSavedView,
} from '#contract/views/saved-views.ts'
import { savedLists, type SavedListName } from '#contract/views/saved-lists.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// People save how they look at a list, for themselves or for their colleagues (decision 236).

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
const { acme, brightside } = tree
const owner = acme.owner
const client = acme.clients[0]!
beforeEach(async () => {
  clock.advance(1_000)
  await db.adminPool.query('delete from saved_view')
})

type Company = { id: string }
const params = (company: Company) => ({ companyID: company.id, list: 'leads' as const })
const add = (name: string, more: object = {}, user: TestUser = owner, company: Company = acme) =>
  http.as(user).call(addSavedView, { params: params(company), body: { name, state: { status: 'won' }, ...more } })
const change = (id: string, body: object, user: TestUser = owner, company: Company = acme) =>
  http.as(user).call(changeSavedView, { params: { ...params(company), id }, body })
const remove = (id: string, user: TestUser = owner, company: Company = acme) =>
  http.as(user).call(removeSavedView, { params: { ...params(company), id } })
const views = async (user: TestUser = owner, company: Company = acme) =>
  (await http.as(user).call(listSavedViews, { params: params(company) })).body.data
const idOf = async (answer: ReturnType<typeof add>): Promise<string> => (await answer).body.data.id

describe('a saved view', () => {
  test('is listed with its state, renamed, changed and removed by who saved it', async () => {
    const id = await idOf(add('Won this week', { state: { status: 'won', days: '7', columns: 'name,email' } }))
    expect(await views()).toMatchObject([
      { id, name: 'Won this week', is_own: 'T', is_shared: 'F', state: { status: 'won', days: '7' } },
    ])
    expect((await change(id, { name: 'Won' })).status).toBe(200)
    expect((await change(id, { state: { days: 'month' } })).status).toBe(200)
    expect(await views()).toMatchObject([{ name: 'Won', state: { days: 'month' } }])
    expect((await remove(id)).status).toBe(200)
    expect(await views()).toEqual([])
    expect(await remove(id)).toMatchObject({ status: 422, body: { field: 'id' } })
  })

  test('is seen by colleagues once it is shared, and changed by nobody else', async () => {
    const id = await idOf(add('Ours'))
    expect(await views(acme.admin)).toEqual([])
    await change(id, { is_shared: 'T' })
    expect(await views(acme.admin)).toMatchObject([{ id, name: 'Ours', is_own: 'F', is_shared: 'T' }])
    expect((await change(id, { name: 'Mine' }, acme.admin)).status).toBe(422)
    expect((await remove(id, acme.admin)).status).toBe(422)
    expect((await add('Ours', {}, acme.admin)).status).toBe(200)
    expect((await views(acme.admin)).map(({ is_own }) => is_own)).toEqual(['T', 'F'])
  })

  test('of a company looks absent to every other one, also if it is shared', async () => {
    const id = await idOf(add('Ours', { is_shared: 'T' }))
    for (const [user, company] of [
      [brightside.owner, brightside],
      [client.user, client],
    ] as const) {
      expect(await views(user, company)).toEqual([])
      expect((await change(id, { name: 'Theirs' }, user, company)).status).toBe(422)
      expect((await http.as(user).call(listSavedViews, { params: params(acme) })).status).toBe(404)
    }
    expect((await http.as(tree.root.system).call(listSavedViews, { params: params(acme) })).status).toBe(403)
    expect((await http.as(owner).call(listSavedViews, { params: params(client) })).status).toBe(403)
  })

  test('keeps only what its list knows, and what its reader may see', async () => {
    await add('All', { state: { status: 'won', gone: 'x', columns: 'name,wholesale,gone' } })
    expect(await views()).toMatchObject([{ state: { status: 'won', columns: 'name,wholesale' } }])
    await add('Own', { state: { client: 'x', columns: 'name,wholesale' } }, client.user, client)
    expect((await views(client.user, client)).map(({ state }) => state)).toEqual([{ columns: 'name' }])
    await db.adminPool.query(`update saved_view set state = '{"gone":"x","days":7,"status":"lost"}'`)
    expect((await views()).map(({ state }) => state)).toEqual([{ status: 'lost' }])
  })

  test('belongs to one list, whichever it is, and has that list’s columns', async () => {
    const lists = Object.keys(savedLists) as SavedListName[]
    for (const list of lists) {
      const column = savedLists[list].columns(false)[0]!
      const body = { name: 'Mine', state: { columns: `${column},gone`, sort: 'x' } }
      const at = { params: { companyID: acme.id, list } }
      expect((await http.as(owner).call(addSavedView, { ...at, body })).status).toBe(200)
      expect((await http.as(owner).call(listSavedViews, at)).body.data).toMatchObject([{ state: { columns: column } }])
    }
    expect(await views()).toHaveLength(1)
  })

  test('has a name of its own among its owner’s views of the list', async () => {
    await add('Won')
    expect(await add('Won')).toMatchObject({ status: 422, body: { field: 'name' } })
    expect(await add(' ')).toMatchObject({ status: 422, body: { field: 'name' } })
    expect(await add('x'.repeat(61))).toMatchObject({ status: 422, body: { field: 'name' } })
    const other = await idOf(add('Lost'))
    expect(await change(other, { name: 'Won' })).toMatchObject({ status: 422, body: { field: 'name' } })
    expect((await change(other, { name: 'Lost', state: {} })).status).toBe(200)
  })

  test(`is one of at most ${maxViews} of a person, also if several are saved at once`, async () => {
    const answers = await Promise.all(Array.from({ length: maxViews + 2 }, (_, n) => add(`View ${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxViews)
    expect((await add('One more')).status).toBe(409)
    expect((await add('Of a colleague', {}, acme.admin)).status).toBe(200)
  })
})
