import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundCharge } from '#contract/billing/refunds.ts'
import type { Operation } from '#contract/core/operation.ts'
import { createEventWebhook } from '#contract/developers/event-webhooks.ts'
import { settleReceipt } from '#contract/integrations/take-back.ts'
import { addTaxRate } from '#contract/taxes/taxes.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { routes } from '#server/routes.ts'
import { noLimits, type CallInput, type TestAnswer } from '../app.ts'
import { createDeveloperCaller } from '../developer-caller.ts'
import { makeCampaign, type TestUser } from '../factories.ts'
import { insertLeads } from '../lead-rows.ts'
import { startTree, type OpenTree } from '../open-tree.ts'
import { connectAccount, sellOnCard } from '../payment-stage.ts'
import { balancesOf, sandboxEnv, tokenOf } from '../payments.ts'
import { runJobs } from '../run-jobs.ts'
import { inputOf } from './example-of.ts'

// Many operations name a second object besides the company that access is checked for: a charge, a dispute, a
// destination's messages. For somebody else's object they must respond as for a made-up id, and change nothing.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let stage: OpenTree & { close(): Promise<void> }
let sandbox: Sandbox
/** One object of each kind that belongs to Acme or its client. */
const things = {} as Record<'charge' | 'refund' | 'dispute' | 'rate' | 'return' | 'destination' | 'webhook', string>

beforeAll(async () => {
  sandbox = await startSandbox({ now: () => clock.now() })
  stage = await startTree({ clock, limiter: noLimits, env: sandboxEnv(sandbox) })
  const { http, db, tree } = stage
  await connectAccount(http, sandbox, tree.acme)
  await sellOnCard(stage, { clock, tokenid: await tokenOf(sandbox) })
  const client = tree.acme.clients[0]!
  const owner = http.as(tree.acme.owner)
  const idOf = async (text: string): Promise<string> => (await db.adminPool.query<{ id: string }>(text)).rows[0]!.id
  things.charge = await idOf(`select id from charge where client_id is not null and status = 'succeeded'`)
  const back = await owner.call(refundCharge, {
    body: { companyID: client.id, chargeId: things.charge, operationId: newId(0), amount: 1, reason: 'requested' },
  })
  expect(back.status).toBe(200)
  await runJobs(db, http.platform)
  things.refund = await idOf('select id from refund')
  things.dispute = await idOf(
    `insert into dispute (agency_id, id, root_id, client_id, charge_id, attempt_id, gateway, gateway_id, account_id, amount_cents,
       reason, state, opened_at, reading)
     select agency_id, gen_random_uuid(), root_id, '${client.id}', charge_id, id, gateway, 'dp_1', account_id, 1, 'fraudulent',
       'needs_response', now(), 1 from charge_attempt where charge_id = '${things.charge}' returning id`,
  )
  const rate = await owner.call(addTaxRate, {
    params: { companyID: tree.acme.id },
    body: { country: 'US', region: 'TX', name: 'Sales tax', percent: 8.25, valid_from: '2026-12-01' },
  })
  things.rate = rate.body.data.id
  things.return = await idOf(
    `insert into lead_return (agency_id, id, root_id, client_id, lead_id, reason, state, requested_at, requested_by, decide_by)
     select agency_id, gen_random_uuid(), root_id, client_id, id, 'duplicate', 'pending', created_at, '${client.user.id}', created_at
       from lead limit 1 returning id`,
  )
  things.destination = await idOf(
    `insert into take_back (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, asked_at)
     select agency_id, gen_random_uuid(), root_id, client_id, campaign_id, id, gen_random_uuid(), 'manual', created_at
       from lead limit 1 returning destination_id as id`,
  )
  for (const user of [tree.acme.owner, tree.brightside.owner]) await createDeveloperCaller(db, http, user)
  http.forget()
  const webhook = await owner.call(createEventWebhook, {
    body: { url: 'https://hooks.example.com/', events: ['lead.created'] },
  })
  expect(webhook).toMatchObject({ status: 201 })
  things.webhook = webhook.body.id
}, 60_000)
afterAll(async () => {
  await stage.close()
  await sandbox.stop()
})

/** Which key of an operation names which object. */
const keyOf: Record<string, [keyof typeof things, 'params' | 'body', string]> = {
  getInvoice: ['charge', 'params', 'invoiceID'],
  downloadInvoice: ['charge', 'params', 'invoiceID'],
  listLineLeads: ['charge', 'params', 'invoiceID'],
  listRefunds: ['charge', 'params', 'chargeId'],
  downloadCreditNote: ['refund', 'params', 'refundId'],
  downloadReceipt: ['charge', 'params', 'chargeId'],
  refundCharge: ['charge', 'body', 'chargeId'],
  settleCharge: ['charge', 'body', 'chargeID'],
  writeOffCharge: ['charge', 'body', 'chargeId'],
  retryCharge: ['charge', 'body', 'chargeID'],
  openConfirmation: ['charge', 'body', 'chargeID'],
  checkConfirmation: ['charge', 'body', 'chargeID'],
  getDispute: ['dispute', 'params', 'disputeId'],
  submitEvidence: ['dispute', 'body', 'disputeId'],
  removeTaxRate: ['rate', 'body', 'rate_id'],
  decideReturn: ['return', 'body', 'return_id'],
  changeEventWebhook: ['webhook', 'params', 'id'],
  removeEventWebhook: ['webhook', 'params', 'id'],
  rotateEventSecret: ['webhook', 'params', 'id'],
  testEventWebhook: ['webhook', 'params', 'id'],
  listEventMessages: ['webhook', 'params', 'id'],
  replayEventMessages: ['webhook', 'params', 'id'],
}

const operations = routes.map(({ operation }) => operation).filter(({ name }) => name in keyOf)

/** The response to a caller who names this object along with a company. */
async function ask(
  user: TestUser,
  operation: Operation,
  companyId: string,
  id: string,
): Promise<TestAnswer<Operation>> {
  const [, place, key] = keyOf[operation.name]!
  const input: CallInput = inputOf(operation, companyId)
  if (operation.name === 'refundCharge') Object.assign(input.body as object, { operationId: newId(0) })
  return stage.http.as(user).call(operation, { ...input, [place]: { ...(input[place] as object), [key]: id } })
}

const shapeOf = ({ status, body }: TestAnswer<Operation>) => ({ status, body: { ...body, request_id: '' } })

const digest = async (): Promise<unknown> => {
  const tables = [
    'charge',
    'charge_attempt',
    'refund',
    'dispute',
    'tax_rate',
    'lead_return',
    'take_back',
    'ledger_transfer',
    'event_endpoint',
  ]
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await stage.db.adminPool.query(
        `select count(*)::int, md5(string_agg(t::text, '|' order by t::text)) from ${table} t`,
      )
      return [table, rows[0]]
    }),
  )
}

test('each of these calls is made, and finds the caller’s own object', async () => {
  const { acme } = stage.tree
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(keyOf).toSorted())
  const namesFound = new Set<string>()
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    for (const companyId of [acme.id, acme.clients[0]!.id]) {
      const { status } = await ask(acme.owner, operation, companyId, things[keyOf[operation.name]![0]])
      if (status === 200) namesFound.add(operation.name)
    }
  }
  expect([...namesFound].toSorted()).toEqual([
    'downloadCreditNote',
    'downloadInvoice',
    'downloadReceipt',
    'getDispute',
    'getInvoice',
    'listEventMessages',
    'listLineLeads',
    'listRefunds',
  ])
})

test('they respond to somebody else’s id as to a made-up one, and change nothing', async () => {
  const { acme, brightside, other, root } = stage.tree
  const callers: [TestUser, string][] = [
    [brightside.owner, brightside.id],
    [brightside.owner, brightside.clients[0]!.id],
    [brightside.clients[0]!.user, brightside.clients[0]!.id],
    [acme.clients[1]!.user, acme.clients[1]!.id],
    [acme.owner, acme.clients[1]!.id],
    [root.system, brightside.id],
    [other.system, other.rootId],
  ]
  const before = await digest()
  const problems: unknown[] = []
  const namesPassed = new Set<string>()
  for (const operation of operations)
    for (const [user, companyId] of callers) {
      const id = things[keyOf[operation.name]![0]]
      // Acme's owner may use Acme's own objects: only a client's object is foreign to another client.
      if (user === acme.owner && ['dispute', 'rate', 'return', 'webhook'].includes(keyOf[operation.name]![0])) continue
      const [real, madeUp] = [
        await ask(user, operation, companyId, id),
        await ask(user, operation, companyId, newId(0)),
      ]
      const [outcome, expectedOutcome] = [shapeOf(real), shapeOf(madeUp)]
      // `checkConfirmation` reports success whatever object is named.
      const isDone = real.status === 200 && operation.name !== 'checkConfirmation'
      if (JSON.stringify(outcome) !== JSON.stringify(expectedOutcome) || isDone)
        problems.push([operation.name, user.kind, outcome, expectedOutcome])
      if (real.status !== 403) namesPassed.add(operation.name)
    }
  expect(problems).toEqual([])
  // Each call got past the access check and was rejected because of the object.
  expect([...namesPassed].toSorted()).toEqual(Object.keys(keyOf).toSorted())
  expect(await digest()).toEqual(before)
  expect(await balancesOf(stage.db, acme.id)).toMatchObject({ agency_revenue: 1_400 })
})

test('the owner of a lead cannot settle a receipt of somebody else’s destination', async () => {
  const { brightside } = stage.tree
  const client = brightside.clients[0]!
  const [lead] = await insertLeads(stage.db, brightside, [
    { client, campaign: await makeCampaign(stage.db, client), at_ms: clock.now() },
  ])
  const before = await digest()
  const settle = (destinationId: string) =>
    stage.http.as(brightside.owner).call(settleReceipt, { body: { lead_id: lead!.id, destination_id: destinationId } })
  const real = await settle(things.destination)
  expect(real.status).toBe(422)
  expect(shapeOf(real)).toEqual(shapeOf(await settle(newId(0))))
  expect(await digest()).toEqual(before)
})
