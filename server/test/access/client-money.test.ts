import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName } from '#server/areas/ledger/book.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, noLimits, type TestApp } from '../app.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { everyThirdOr } from '../proofs.ts'
import { inputOf } from './example-of.ts'
import { endsSession, makeObject, makeWorld, type Spot, type World } from './world.ts'

// A client sees what it pays, but never what its agency pays or earns: checks every response that a client can get.

let db: TestDatabase
let http: TestApp
let world: World
let spot: Spot
let leadId: string
/** A wholesale price that occurs nowhere else. */
const wholesale_e4 = 7_777

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db)
  http = await createTestApp(db, { limiter: noLimits })
  const client = world.tree.acme.clients[0]!
  spot = world.spots.find(({ companyId }) => companyId === client.id)!
  await db.adminPool.query(`update app_user set permissions = '{"campaign.create": true}' where kind = 'client'`)
  await db.adminPool.query(
    `insert into cost_setup (root_id, agency_id, module, term, cost_per_lead_e4, valid_from, set_by)
     select $1, $2, 'local', term, $3, now(), $2 from unnest('{Weekly,Monthly,OneTime,Prepaid}'::text[]) as term`,
    [world.tree.root.id, world.tree.acme.id, wholesale_e4],
  )
  leadId = await makeObject(world, 'lead', spot)
  await book()
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

/** Books the lead's money as the pipeline does. */
async function book(): Promise<void> {
  const of = { rootId: world.tree.root.id, agencyId: world.tree.acme.id }
  const clientId = spot.companyId
  const retail: [AccountName, AccountName] = [
    { kind: 'client_receivable', clientId },
    { kind: 'agency_revenue', clientId },
  ]
  const wholesale: [AccountName, AccountName] = [
    { kind: 'agency_payable', clientId: null },
    { kind: 'root_revenue', clientId: null },
  ]
  await inScope(db.appPool, { kind: 'agency', ...of }, async (tx) => {
    const accountOf = await ensureAccounts(tx, of, Date.now(), [...retail, ...wholesale])
    const transfer = ([debit, credit]: [AccountName, AccountName], kind: string, amount_e4: number) => ({
      id: newId(Date.now()),
      amount_e4,
      referenceId: leadId,
      flow: {
        debitAccountId: accountOf(debit),
        creditAccountId: accountOf(credit),
        kind,
        referenceKind: 'lead',
        clientId: debit.clientId,
      },
    })
    await postTransfers(tx, of, Date.now(), [
      transfer(retail, 'lead_retail', 15_000),
      transfer(wholesale, 'lead_wholesale', wholesale_e4),
    ])
  })
}

/** Ids contain groups of four digits too, so match only a sum that stands alone. */
const secret =
  /wholesale|agency_?cost|agency_payable|agency_clearing|agency_bank|fee_cents|agency_revenue|root_revenue|credit_(?:account|before|after)|margin|priceMinimum|0\.7777|(?<![\w-])7777(?![\w-])/i

const clientOperations = routes.map(({ operation }) => operation).filter(({ access }) => access.client !== undefined)

const rows = everyThirdOr(clientOperations, ({ name }) => name).map((operation) => [operation.name, operation] as const)
test.each(rows)('%s', async (_name, operation) => {
  const { object } = operation
  const kind = object && object.kind !== 'none' ? object.kind : null
  const objectId =
    kind === null
      ? undefined
      : kind === 'company'
        ? spot.companyId
        : kind === 'lead'
          ? leadId
          : await makeObject(world, kind, spot)
  await db.adminPool.query('update campaign set wholesale_price_e4 = $1, retail_price_e4 = 15000', [wholesale_e4])
  const answer = await http.as(world.tree.acme.clients[0]!.user).call(operation, inputOf(operation, objectId))
  if (endsSession(operation)) http.forget()
  if (operation.transport === 'stream' && answer.status === 200) answer.raw.stream().destroy()
  else expect(answer.raw.payload).not.toMatch(secret)
})

test('the lead’s page, the list, and a campaign were covered, with what the client pays', async () => {
  const names = clientOperations.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['getLead', 'listLeads', 'exportLeads', 'getCampaign', 'readNewCampaign']),
  )
  const lead = clientOperations.find(({ name }) => name === 'getLead')!
  const { status, raw } = await http.as(world.tree.acme.clients[0]!.user).call(lead, inputOf(lead, leadId))
  expect([status, raw.payload]).toEqual([200, expect.stringContaining('"amount_e4":15000')])
})
