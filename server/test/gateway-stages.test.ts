import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { newId } from '#server/platform/ids.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { stripeGateway } from '#server/providers/payments/stripe/stripe-gateway.ts'
import { gatewayStages, type GatewayStage } from './gateway-stages.ts'

// STRIPE_BASE_URL points a test run at another server: here, at the stand-in as a separate program.

let program: ChildProcess | null = null
const clock = createClock()
afterEach(() => {
  vi.unstubAllEnvs()
  program?.kill()
  program = null
})

/** Starts the program and applies the environment that it prints. */
async function pointAtProgram(): Promise<void> {
  const script = join(projectRoot, 'server/test/stripe-stand-in.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  program = child
  let output = ''
  while (!output.includes('OUTGOING_ALLOW')) output += String((await once(child.stdout, 'data'))[0])
  for (const line of output.trim().split('\n')) {
    const [name, value] = line.split('=')
    vi.stubEnv(name!, value)
  }
}

/** Charges a card as the program does, and returns the outcome. */
async function charge(stage: GatewayStage, number: string): Promise<string> {
  const gateway = stripeGateway(readConfig({ NODE_ENV: 'test', ...stage.env() }))!
  const token = await stage.tokenOf(number)
  const payer = { customerId: null, accountId: null, name: 'Acme', email: 'pay@acme.test' }
  const answer = await gateway.saveCard({ ...payer, token, idempotencyKey: `card ${token}` })
  if (!answer.saved) return answer.refusal
  const [attemptId, rootId, agencyId, chargeId] = Array.from({ length: 4 }, () => newId(clock.now())) as [
    string,
    string,
    string,
    string,
  ]
  const { customerId, cardId } = answer.card
  const request = { amount_cents: 1_250, accountId: null, fee_cents: 0, sent_ms: clock.now() }
  const place = { rootId, agencyId, chargeId }
  const outcome = await gateway.charge({ ...request, attemptId, place, card: { customerId, cardId, accountId: null } })
  return outcome.state
}

test(
  'a stage uses the server in STRIPE_BASE_URL, and counts the requests since it started',
  { timeout: 60_000 },
  async () => {
    await pointAtProgram()
    const first = await gatewayStages.stripe(clock.now)
    expect(first.url).toBe(process.env['STRIPE_BASE_URL'])
    expect(await charge(first, '4242424242424242')).toBe('succeeded')
    expect(await charge(first, '4000000000000341')).toBe('declined')
    expect(await first.taken()).toEqual([{ amount_cents: 1_250 }])
    const second = await gatewayStages.stripe(clock.now)
    expect(await second.taken()).toEqual([])
    expect(await charge(second, '4242424242424242')).toBe('succeeded')
    expect(await second.taken()).toHaveLength(1)
  },
)

test('a stage pointed elsewhere is rejected without keys, and with live keys', async () => {
  vi.stubEnv('STRIPE_BASE_URL', 'https://api.stripe.com')
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']) vi.stubEnv(name, '')
  await expect(gatewayStages.stripe(clock.now)).rejects.toThrow('STRIPE_BASE_URL needs')
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_12345678')
  vi.stubEnv('STRIPE_PUBLISHABLE_KEY', 'pk_live_12345678')
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_12345678')
  await expect(gatewayStages.stripe(clock.now)).rejects.toThrow('must be a test-mode key')
})
