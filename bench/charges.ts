import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookCost } from '#server/areas/billing/book-cost.ts'
import { queueCollection } from '#server/areas/billing/queue-collection.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyDisputes } from '#server/areas/billing/disputes/verify-disputes.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId, newToken, randomFraction } from '#server/platform/ids.ts'
import { setUpJobs } from '#server/platform/jobs.ts'
import {
  startStripeStandIn,
  type StripeStandIn,
} from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { gatewayFaults, startFaultyGateway, type GatewayFault } from '#server/test/gateway-faults.ts'
import { stripeEnv, stripeTokenOf } from '#server/test/gateway-stages.ts'
import { cardNumbers } from '#server/test/payments.ts'
import { eventOf, signatureOf } from '#server/test/stripe-events.ts'
import { makeTenants, openAdmin, type Tenant } from './calls/fill.ts'
import { runProgram, type Ask, type StartedProgram } from './charges/program.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { printTable } from './support/figures.ts'
import { answerAs, startHelper, type HelperProcess } from './support/helper-process.ts'

// Collects charges at Stripe's stand-in while everything that can fail does: responses are lost, late, rejected,
// duplicated or missing; events are repeated, late, reordered and forged; cards decline, payments are disputed, and
// program and database are killed again and again. Then, within an hour of moved clock, every charge must have one
// outcome and both sides' books must agree. BENCH_ROWS=20000 is the full size and sets the number of kills.

const charges = Number(process.env['BENCH_ROWS'] ?? 2_000)
const kills = Number(process.env['BENCH_ROUNDS'] ?? Math.round((charges * 230) / 20_000))
const minute_ms = 60_000
/** The percentage of the gateway's requests that go wrong. */
const wrongOfHundred = 50
const clientsOfAgency = 5
/** How the agencies pay. */
const cards = [
  cardNumbers.good,
  cardNumbers.good,
  cardNumbers.good,
  cardNumbers.declined,
  cardNumbers.good,
  cardNumbers.noFunds,
  cardNumbers.good,
  cardNumbers.disputed,
]

/** The charge that a payment intent was created for. */
const chargeOf = (metadata: unknown): string => (metadata as Record<string, string>)['charge_id'] ?? ''

if (process.argv[2] === 'program') answerAs((ask: Ask) => runProgram(ask))
else await main()

interface Stage {
  db: BenchDatabase
  stripe: StripeStandIn
  env: Record<string, string>
  program: HelperProcess<Ask, StartedProgram>
  port: number
  now_ms: number
  payers: Tenant[]
  /** Whether things go wrong at present. */
  isWild: boolean
  /** How many events have been handed out for sending, and those that were delayed. */
  told: number
  late: string[]
  believedForged: number
}

async function main(): Promise<void> {
  const db = await createBenchDatabase()
  await setUpJobs(db.ownerPool)
  const admin = await openAdmin(db)
  const payersAndClients = await makeTenants(admin, cards.length * clientsOfAgency)
  await admin.end()
  const from_ms = Date.now()
  const stage = { db, now_ms: from_ms, isWild: false, told: 0, late: [], believedForged: 0 } as unknown as Stage
  stage.payers = payersAndClients.filter((_tenant, n) => n % clientsOfAgency === 0)
  stage.stripe = await startStripeStandIn({ now: () => stage.now_ms })
  const faulty = await startFaultyGateway(stage.stripe.url, () => faultOf(stage))
  stage.env = { ...stripeEnv(stage.stripe), STRIPE_BASE_URL: faulty.url, OUTGOING_ALLOW: faulty.host, NODE_ENV: 'test' }
  try {
    await startProgram(stage)
    for (const [n, payer] of stage.payers.entries()) await storeCard(stage, payer, cards[n]!)
    const chargeIds = await runWithKills(stage)
    const minutes = await runUntilSettled(stage)
    await report(stage, chargeIds, minutes)
  } finally {
    await stage.program.end().catch(() => {})
    await faulty.stop()
    await stage.stripe.stop()
    await db.close()
  }
}

function faultOf({ isWild }: Stage): GatewayFault {
  if (!isWild || randomFraction() * 100 >= wrongOfHundred) return 'ok'
  return gatewayFaults[Math.floor(randomFraction() * gatewayFaults.length)]!
}

async function startProgram(stage: Stage): Promise<void> {
  for (let tries = 1; ; tries++) {
    stage.program = startHelper<Ask, StartedProgram>('program')
    try {
      const { db, env, now_ms } = stage
      stage.port = (await stage.program.ask({ kind: 'start', dataDir: db.dataDir, env, now_ms })).port
      return
    } catch (error) {
      // It started while the database was down: a supervisor would restart it.
      if (tries === 5) throw error
      await stage.program.end().catch(() => {})
    }
  }
}

async function storeCard(stage: Stage, payer: Tenant, number: string): Promise<void> {
  const { ownerId: userId, rootId, host } = payer
  const tokenid = await stripeTokenOf(stage.stripe, { number })
  const body = { tokenid, cardholder: 'Dana', address: '', city: '', zip: '', country: 'US' }
  const path = '/api/payment/customer'
  const question: Ask = { kind: 'sign in', owner: { userId, rootId, host }, path, body }
  const { token, sealed } = await stage.program.ask(question)
  const { status, text } = await post(stage, path, sealed, { authorization: `Bearer ${token}`, host })
  if (status !== 200) throw new Error(`a card could not be stored: ${status} ${text}`)
}

/** Sends one request. Unlike fetch, it lets us set the Host header. Status 0 means no response. */
function post(
  { port }: Stage,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const options = { port, path, method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', () => resolve({ status: 0, text }))
    })
      .on('error', () => resolve({ status: 0, text: '' }))
      .end(body)
  })
}

/** Creates all charges, with kills spread evenly among them. Returns their ids. */
async function runWithKills(stage: Stage): Promise<string[]> {
  const chargeIds: string[] = []
  stage.isWild = true
  for (let kill = 0; kill < kills; kill++) {
    const share = Math.round(((kill + 1) * charges) / kills)
    for (; chargeIds.length < share;) chargeIds.push(await demand(stage, chargeIds.length))
    const minute = passMinute(stage).catch(() => {})
    await sleep(randomFraction() * 400)
    // Two of three kills hit the program, in the middle of whatever it does.
    if (kill % 3 < 2) await killProgram(stage)
    else killDatabase(stage)
    await minute
    // The program exits when its jobs lose the database: a supervisor would restart it.
    if (stage.program.child.exitCode !== null) await startProgram(stage)
  }
  return chargeIds
}

function killDatabase({ db }: Stage): void {
  try {
    process.kill(db.server.pid(), 'SIGKILL')
  } catch {
    // The database is still down from the previous kill.
  }
}

async function killProgram(stage: Stage): Promise<void> {
  stage.program.child.kill('SIGKILL')
  await stage.program.end()
  await startProgram(stage)
}

/** Creates a charge, books it and requests its collection, as the program does. Retries until the database commits. */
async function demand(stage: Stage, n: number): Promise<string> {
  const { rootId, agencyId } = stage.payers[n % stage.payers.length]!
  const book = { rootId, agencyId }
  const [id, amount_cents, now_ms] = [newId(stage.now_ms), 1_000 + n, stage.now_ms]
  for (;;) {
    try {
      await inScope(stage.db.appPool, { kind: 'agency', ...book }, async (tx) => {
        const { rowCount } = await tx.query(
          `insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
           values ($1, $2, $3, 'developer', 'due', $4, $5) on conflict do nothing`,
          [agencyId, id, rootId, amount_cents, dateOf(now_ms)],
        )
        if (!rowCount) return
        await bookCost(tx, book, now_ms, { id, kind: 'developer_fee', amount_cents })
        await queueCollection(tx, book, id)
      })
      return id
    } catch {
      await sleep(50)
    }
  }
}

/** Advances the clock by a minute: the gateway sends its events, and the program runs the minute's jobs. */
async function passMinute(stage: Stage): Promise<void> {
  const { program } = stage
  stage.now_ms += minute_ms
  await sendEvents(stage)
  // Ask the program that began the minute: after a kill, its successor has to start first.
  await program.ask({ kind: 'minute', now_ms: stage.now_ms })
}

/** Sends events as Stripe does at its worst: reordered, repeated, delayed or forged. Retries until accepted. */
async function sendEvents(stage: Stage): Promise<void> {
  const { stripe } = stage
  const fresh = stripe.happened.slice(stage.told).map((one) => eventOf(one, `evt_${newToken()}`))
  stage.told += fresh.length
  const bodies = [...stage.late, ...fresh].toSorted(() => randomFraction() - 0.5)
  stage.late = []
  for (const body of bodies) {
    const fate = stage.isWild ? randomFraction() : 1
    if (fate < 0.3) stage.late.push(body)
    else {
      const headers = { 'stripe-signature': signatureOf(stripe.webhookSecret, body, stage.now_ms - minute_ms) }
      const { status } = await post(stage, '/hooks/payments/stripe', body, headers)
      if (status !== 200) stage.late.push(body)
      if (fate < 0.5) await post(stage, '/hooks/payments/stripe', body, headers)
      if (fate > 0.9) await forge(stage, body)
    }
  }
}

async function forge(stage: Stage, body: string): Promise<void> {
  const headers = { 'stripe-signature': signatureOf('whsec_somebody0else', body, stage.now_ms) }
  const { status } = await post(stage, '/hooks/payments/stripe', body, headers)
  if (status === 200) stage.believedForged++
}

async function countStuck({ db }: Stage): Promise<number> {
  const admin = await openAdmin(db)
  const { rows } = await admin.query<{ n: number }>(
    `select ((select count(*) from charge where status in ('due', 'sent', 'unknown'))
       + (select count(*) from gateway_event where state = 'received'))::int as n`,
  )
  await admin.end()
  return rows[0]!.n
}

/** Without further failures, runs minutes until nothing is pending, an hour of them at most. */
async function runUntilSettled(stage: Stage): Promise<number> {
  stage.isWild = false
  await killProgram(stage)
  for (let minute = 1; minute <= 60; minute++) {
    await passMinute(stage)
    if (stage.late.length === 0 && (await countStuck(stage)) === 0) return minute
  }
  return 60
}

async function report(stage: Stage, chargeIds: readonly string[], minutes: number): Promise<void> {
  const { db, stripe } = stage
  const admin = await openAdmin(db)
  const { rows } = await admin
    .query<{ id: string; status: string; amount: number }>('select id, status, amount_cents as amount from charge')
    .finally(() => admin.end())
  const of = new Map(rows.map((row) => [row.id, row]))
  const intents = stripe.objects('payment_intent').filter(({ status }) => status === 'succeeded')
  const takenFor = new Map<string, number>()
  for (const { metadata } of intents) {
    const id = chargeOf(metadata)
    takenFor.set(id, (takenFor.get(id) ?? 0) + 1)
  }
  const payments = rows.filter(({ status }) => status === 'succeeded')
  const taken_cents = intents.reduce((sum, { amount }) => sum + Number(amount), 0)
  const paid_cents = payments.reduce((sum, { amount }) => sum + Number(amount), 0)
  const problems = (await verifyLedger(db.appPool, [verifyCharges, verifyDisputes])).flatMap((book) => book.problems)
  for (const problem of [...problems, ...stripe.refused].slice(0, 10)) console.log(problem)
  const figures = {
    bench: 'charges',
    charges: chargeIds.length,
    kills,
    minutes,
    double: [...takenFor.values()].filter((times) => times > 1).length,
    missing: chargeIds.filter((id) => !of.has(id)).length + payments.filter(({ id }) => !takenFor.has(id)).length,
    stuck: await countStuck(stage),
    wrong:
      problems.length +
      stripe.refused.length +
      stage.believedForged +
      [...takenFor.keys()].filter((id) => of.get(id)?.status !== 'succeeded').length +
      (taken_cents === paid_cents ? 0 : 1),
  }
  printTable(
    ['', 'charges', 'cents'],
    [
      ['demanded', chargeIds.length, ''],
      ['paid, by our books', payments.length, paid_cents],
      ["taken, by the gateway's books", intents.length, taken_cents],
      ['declined', rows.filter(({ status }) => status === 'declined').length, ''],
      ['disputed', stripe.objects('dispute').length, ''],
    ],
  )
  console.log(JSON.stringify(figures))
}
