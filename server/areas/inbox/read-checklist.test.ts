import { expect, test } from 'vitest'
import { readChecklist } from '#contract/inbox/checklist.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { closeChecklist } from '#contract/people/checklist.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const { db, http, tree } = await openTree()
const { acme, brightside } = tree
const [client, otherClient] = acme.clients
const row = (text: string, values: unknown[]) => db.adminPool.query(text, values)

const stepsOf = async (user: TestUser) => (await http.as(user).call(readChecklist, {})).body.data.steps
const doneBy = async (user: TestUser) => (await stepsOf(user)).filter(({ done }) => done).map(({ step }) => step)

test('each kind of user has the steps that they can take', async () => {
  const kindsOf = async (user: TestUser) => (await stepsOf(user)).map(({ step }) => step)
  expect(await kindsOf(tree.root.system)).toEqual(['people', 'brand', 'mail_server', 'agency', 'second_factor'])
  expect(await kindsOf(acme.owner)).toEqual('brand domain client campaign pixel lead delivery second_factor'.split(' '))
  expect(await kindsOf(client!.user)).toEqual(['pixel', 'lead', 'delivery', 'second_factor'])
})

test('a client’s steps are done by what is stored about this client alone', async () => {
  const campaign = await makeCampaign(db, client!)
  expect(await doneBy(client!.user)).toEqual([])
  await row('update campaign set last_hit_at = now() where id = $1', [campaign.id])
  expect(await doneBy(client!.user)).toEqual(['pixel'])
  await row(
    `insert into lead_day (agency_id, of_id, module, day, state, root_id, client_id, leads, retail_e4, wholesale_e4)
     select $1, of_id, 'local', '2026-11-20', '', $2, $3, 1, 0, 0 from unnest(array[$1, $3]::uuid[]) of_id`,
    [acme.id, tree.root.id, client!.id],
  )
  await row(
    `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, created_at)
     values ($1, gen_random_uuid(), $2, $3, $4, gen_random_uuid(), gen_random_uuid(), 'delivered', now())`,
    [acme.id, tree.root.id, client!.id, campaign.id],
  )
  await row(`insert into second_factor (user_id, kind, changed_at) values ($1, 'email', now())`, [client!.user.id])
  expect(await doneBy(client!.user)).toEqual(['pixel', 'lead', 'delivery', 'second_factor'])
  expect(await doneBy(otherClient!.user)).toEqual([])
  expect(await doneBy(acme.owner)).toEqual(['client', 'campaign', 'pixel', 'lead', 'delivery'])
})

test('whoever has only campaigns without a pixel is not asked to install one', async () => {
  await makeCampaign(db, otherClient!, { module: 'locator' })
  expect((await stepsOf(otherClient!.user)).map(({ step }) => step)).not.toContain('pixel')
})

test('an agency’s logo and its verified domain are steps, its subdomain is none', async () => {
  expect(await doneBy(brightside.owner)).not.toContain('domain')
  await row(`update brand set logo_svg = '<svg/>' where company_id = $1`, [brightside.id])
  await row(
    `insert into host (host, company_id, root_id, agency_id, verified_at) values ('leads.brightside.example', $1, $2, $1, now())`,
    [brightside.id, tree.root.id],
  )
  expect((await doneBy(brightside.owner)).slice(0, 2)).toEqual(['brand', 'domain'])
})

test('the list is closed for the user who closed it, and for nobody else', async () => {
  const isOpenFor = async (user: TestUser) => (await http.as(user).call(readStanding, {})).body.data.checklist_open
  expect((await http.as(acme.owner).call(closeChecklist, { body: {} })).status).toBe(200)
  expect([await isOpenFor(acme.owner), await isOpenFor(acme.admin), await isOpenFor(client!.user)]).toEqual([
    false,
    true,
    true,
  ])
})
