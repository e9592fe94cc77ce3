import { expect, test } from 'vitest'
import { autocomplete, type AutocompleteCategory } from '#contract/campaigns/autocomplete.ts'
import { keywordProblem } from '#contract/campaigns/keywords.ts'
import { removeCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()

const ask = (user: TestUser, category: string, text: string) =>
  http.as(user).call(autocomplete, { params: { category, text } })
const findTexts = async (user: TestUser, category: AutocompleteCategory, text: string): Promise<string[]> => {
  const { status, body } = await ask(user, category, text)
  expect(status).toBe(200)
  return body.data.map(({ label }) => label)
}

test('R131: C036 requires three characters and a known category', async () => {
  const { owner } = tree.acme
  for (const text of ['ha', ' h ', 'x'.repeat(101)])
    expect(await ask(owner, 'client', text)).toMatchObject({ status: 422, body: { field: 'text' } })
  expect(await ask(owner, 'user', 'harbor')).toMatchObject({ status: 422, body: { field: 'category' } })
  expect((await ask(tree.root.salesRep, 'client', 'harbor')).status).toBe(403)
  expect((await ask(tree.acme.bareAdmin, 'campaign', 'spring')).status).toBe(403)
})

test('C036 finds companies by the start of any word in their names, each within its own tree', async () => {
  const { acme, brightside, root } = tree
  const [plumbright, harbor] = acme.clients
  expect(await findTexts(acme.owner, 'client', 'Har')).toEqual(['Harbor Realty'])
  expect(await findTexts(acme.owner, 'client', 'realty')).toEqual(['Harbor Realty'])
  expect(await findTexts(acme.admin, 'client', 'HARBOR, real')).toEqual(['Harbor Realty'])
  expect(await findTexts(acme.owner, 'client', 'arbor')).toEqual([])
  expect(await findTexts(root.system, 'client', 'plumb')).toEqual(['Plumbright'])
  expect(await findTexts(root.system, 'agency', 'bright')).toEqual([brightside.name])
  // Other tenants' clients, siblings and pattern characters find nothing.
  expect(await findTexts(brightside.owner, 'client', 'harbor')).toEqual([])
  expect(await findTexts(plumbright!.user, 'client', 'harbor')).toEqual([])
  expect(await findTexts(harbor!.user, 'client', 'harbor')).toEqual(['Harbor Realty'])
  expect(await findTexts(tree.other.system, 'client', 'harbor')).toEqual([])
  for (const text of ['%%%', '___', "'; --", '🙂🙂🙂', 'é'.repeat(100)])
    expect(await findTexts(acme.owner, 'client', text)).toEqual([])
})

test('renamed, removed and restored records are found by their current state', async () => {
  const { acme } = tree
  const [client] = acme.clients
  const { id } = await makeCampaign(db, client!, { name: 'Spring <i>Sale</i> in Zürich', status: 'pause' })
  expect(await findTexts(acme.owner, 'campaign', 'sale')).toEqual(['Spring <i>Sale</i> in Zürich'])
  expect(await findTexts(client!.user, 'campaign', 'züri')).toEqual(['Spring <i>Sale</i> in Zürich'])
  expect(await findTexts(acme.clients[1]!.user, 'campaign', 'züri')).toEqual([])
  const owner = http.as(acme.owner)
  await owner.call(updateCampaign, { body: { leadspeek_api_id: id, campaignName: 'Autumn' } })
  expect(await findTexts(acme.owner, 'campaign', 'spring')).toEqual([])
  expect(await findTexts(acme.owner, 'campaign', 'autumn')).toEqual(['Autumn'])
  await owner.call(removeUser, { params: { companyID: client!.id, userID: client!.user.id } })
  expect(await findTexts(acme.owner, 'campaign', 'autumn')).toEqual([])
  expect(await findTexts(acme.owner, 'client', 'plumb')).toEqual([])
  await owner.call(restoreCompany, { body: { companyID: client!.id } })
  expect(await findTexts(acme.owner, 'client', 'plumb')).toEqual(['Plumbright'])
  await owner.call(removeCampaign, { body: { leadspeek_api_id: id } })
  expect(await findTexts(acme.owner, 'campaign', 'autumn')).toEqual([])
})

test('C036 completes cities with their ZIP codes, the largest first, and ZIP codes and states', async () => {
  const { user } = tree.acme.clients[1]!
  const { body } = await ask(user, 'city', 'austin, t')
  expect(body.data[0]).toMatchObject({ value: 'Austin, TX', label: 'Austin, TX' })
  expect(body.data[0]!.zips).toContain('78701')
  expect(body.data.every(({ label }) => /, T[A-Z]$/.test(label))).toBe(true)
  const san = (await ask(user, 'city', 'SAN')).body.data
  expect(san).toHaveLength(20)
  const counts = san.map(({ zips }) => zips!.length)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const zips = await findTexts(user, 'zip', '787')
  expect(zips).toHaveLength(20)
  expect(zips.every((label) => label.startsWith('787'))).toBe(true)
  expect(await findTexts(user, 'zip', '78701')).toEqual(['78701 Austin, TX'])
  expect(await findTexts(user, 'state', 'NEW')).toEqual(['New Hampshire', 'New Jersey', 'New Mexico', 'New York'])
})

test('C036 completes keywords of open topics, prefix matches first, and never a sensitive one', async () => {
  const { user } = tree.acme.clients[1]!
  expect((await findTexts(user, 'keyword', 'ROOF ')).slice(0, 2)).toEqual(['roof repair', 'roof replacement'])
  const repairs = await findTexts(user, 'keyword', 'repair')
  expect(repairs.length).toBeGreaterThan(3)
  expect(repairs.every((keyword) => /\brepair/.test(keyword))).toBe(true)
  for (const text of ['diabetes', 'chemotherapy', '%%%']) expect(await findTexts(user, 'keyword', text)).toEqual([])
  // A campaign accepts each of them unchanged.
  expect(keywordProblem(repairs.join('\n'))).toBeNull()
})

test('names are looked up by index, however many there are', async () => {
  const { acme } = tree
  const scope = { kind: 'agency', rootId: tree.root.id, agencyId: acme.id } as const
  const plan = await inScope(db.appPool, scope, async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
      `explain select of_id from name_start where agency_id = $1 and kind = 'client' and start >= 'harb' and start < 'harc'`,
      [acme.id],
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index Cond: .*start >= 'harb'.*start < 'harc'/)
})
