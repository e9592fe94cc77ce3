import { beforeAll, describe, expect, test } from 'vitest'
import { autocomplete } from '#contract/campaigns/autocomplete.ts'
import { maxOfAKind, searchEverything } from '#contract/search/search.ts'
import type { TestUser } from '#server/test/factories.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, tree, http } = await openTree()
const at_ms = Date.UTC(2026, 10, 20, 12)

const search = async (user: TestUser, text: string) => {
  const { status, body } = await http.as(user).call(searchEverything, { body: { search: text } })
  expect(status).toBe(200)
  return body
}

/** The names found, by kind. */
async function names(user: TestUser, text: string): Promise<Record<string, string[]>> {
  const entries = Object.entries(await search(user, text)) as [string, { name: string }[]][]
  return Object.fromEntries(
    entries.filter(([, rows]) => rows.length > 0).map(([kind, rows]) => [kind, rows.map(({ name }) => name)]),
  )
}

beforeAll(async () => {
  const agencies = [tree.acme, tree.brightside, tree.other.agency]
  for (const agency of agencies) {
    const parts = agency.clients.map(async (client) => {
      const campaign = await makeCampaign(db, client, { name: `Findable of ${client.name}` })
      return { client, campaign, at_ms, firstName: 'Findable', lastName: client.name, email: 'findable@example.com' }
    })
    await insertLeads(db, agency, await Promise.all(parts))
  }
})

describe('a search over everything', () => {
  test('finds an agency’s clients, their campaigns and leads, and its people, and nobody else’s', async () => {
    const { acme } = tree
    const ofClients = (text: (name: string) => string): string[] => acme.clients.map(({ name }) => text(name)).sort()
    const matches = await names(acme.owner, 'findable')
    expect(matches['campaigns']!.sort()).toEqual(ofClients((name) => `Findable of ${name}`))
    expect(matches['leads']!.sort()).toEqual(ofClients((name) => `Findable ${name}`))
    const [client] = acme.clients
    expect((await names(acme.owner, client!.name))['companies']).toEqual([client!.name])
    const people = (await search(acme.owner, acme.admin.email)).people
    expect(people.map(({ id }) => id)).toEqual([acme.admin.id])
    for (const foreign of [tree.brightside, tree.other.agency])
      expect(await names(acme.owner, foreign.clients[0]!.name)).toEqual({})
  })

  test('finds what the operator looked up in suggestions, on the same connection', async () => {
    const [client] = tree.acme.clients
    const params = { category: 'client', text: client!.name } as const
    for (let n = 0; n < 8; n++) {
      expect((await http.as(tree.root.system).call(autocomplete, { params })).status).toBe(200)
      expect((await names(tree.root.system, client!.name))['companies']).toContain(client!.name)
    }
  })

  test('finds a client’s own campaigns and leads, and no people', async () => {
    const [one, two] = tree.acme.clients
    expect(await names(one!.user, 'findable')).toEqual({
      campaigns: [`Findable of ${one!.name}`],
      leads: [`Findable ${one!.name}`],
    })
    expect(await names(one!.user, two!.name)).toEqual({})
    expect(await names(one!.user, tree.acme.admin.email)).toEqual({})
  })

  test('finds the operator’s agencies, clients, campaigns, and colleagues; leads only inside an agency', async () => {
    const { acme, brightside, root } = tree
    expect((await search(root.system, acme.name)).companies.map(({ name }) => name)).toContain(acme.name)
    const [client] = acme.clients
    expect((await search(root.system, client!.name)).companies).toMatchObject([
      { id: client!.id, type: 'client', agency_id: acme.id },
    ])
    const { campaigns, leads } = await search(root.system, 'findable')
    const inside = [acme, brightside].flatMap(({ name, clients }) =>
      clients.map((one) => ({ name: `Findable of ${one.name}`, company_name: name })),
    )
    const shownCampaigns = campaigns.map(({ name, company_name }) => ({ name, company_name }))
    expect(shownCampaigns).toHaveLength(inside.length)
    expect(shownCampaigns).toEqual(expect.arrayContaining(inside))
    expect(leads).toEqual([])
    expect((await search(root.admin, 'findable')).campaigns).toHaveLength(inside.length)
    expect(await names(root.system, 'fi')).toEqual({})
    expect((await search(tree.root.system, tree.root.admin.email)).people.map(({ id }) => id)).toEqual([
      tree.root.admin.id,
    ])
    expect(await names(tree.root.system, tree.other.agency.name)).toEqual({})
  })

  test.each(['bareAdmin', 'salesRep', 'executive'] as const)(
    'finds nothing for %s that their lists do not show',
    async (who) => {
      const user = who === 'bareAdmin' ? tree.acme.bareAdmin : tree.root[who]
      for (const text of ['findable', 'acme', tree.acme.clients[0]!.name, tree.acme.admin.email])
        expect(await names(user, text)).toEqual({})
    },
  )

  test('finds nothing for special characters, and treats “all” as a word', async () => {
    for (const text of [',', ';', 'all', '%']) expect(await names(tree.acme.owner, text)).toEqual({})
  })

  test(`shows at most ${maxOfAKind} of a kind`, async () => {
    const [client] = tree.brightside.clients
    for (let n = 0; n <= maxOfAKind; n++) await makeCampaign(db, client!, { name: `Crowd ${n}` })
    expect((await search(tree.brightside.owner, 'crowd')).campaigns).toHaveLength(maxOfAKind)
  })

  test.each(['', '  ', 'x'.repeat(101)])('rejects %j', async (text) => {
    const { status } = await http.as(tree.acme.owner).call(searchEverything, { body: { search: text } })
    expect(status).toBe(422)
  })
})
