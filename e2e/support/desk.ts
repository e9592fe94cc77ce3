import { request } from 'node:http'
import { requestDesk } from '#demo/commands/request-desk.ts'
import type { Mailbox } from '#demo/mailbox.ts'
import type { Receiver } from '#demo/receiver.ts'
import { deskHost } from '#demo/world.ts'
import { expect } from 'vitest'
import type { Stage } from './stage.ts'

interface DeskState {
  now: number
  receiver_url: string
  receiver_running: boolean
  received: ReturnType<Receiver['received']>
  samples: { name: string; md5: string; state: string }[]
  services: Record<string, string>
  held: Record<string, readonly string[]>
  mails: ReturnType<Mailbox['messages']>
}

/** What the demo's mailbox and receiver got. Sets the Host header itself, because not every resolver knows the name. */
export function readDesk(port: number): Promise<DeskState> {
  return new Promise((resolve, fail) => {
    const call = request({ host: '127.0.0.1', port, path: '/state', headers: { host: `${deskHost}:${port}` } })
    call.once('error', fail).once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve(JSON.parse(text) as DeskState))
    })
    call.end()
  })
}

/** Stops or starts the webhook receiver at the desk, if it is not in that state already. */
export async function setReceiver(stage: Stage, to: 'stop' | 'start'): Promise<void> {
  const { receiver_running: runs } = await readDesk(stage.port)
  if (runs === (to === 'start')) return
  const page = await stage.newPage()
  await page.goto(stage.origin(deskHost))
  await page.getByRole('button', { name: to === 'stop' ? 'Stop receiver' : 'Start receiver' }).click()
  await page.getByRole('button', { name: to === 'stop' ? 'Start receiver' : 'Stop receiver' }).waitFor()
}

/** Moves the demo's clock with the desk's buttons. */
export const moveClock = (
  stage: Stage,
  button: '1 day ahead' | '7 days ahead' | '31 days ahead' | 'Back to now',
): Promise<void> => press(stage, button)

/** Moves the clock ahead by this many days at once, like the desk's buttons. */
export const moveClockBy = (stage: Stage, days: number): Promise<unknown> =>
  requestDesk(stage.port, 'POST', '/clock', `days=${days}`)

/** Closes all ended weeks and months of everybody: only for a program that no other journey uses. */
export const closePeriods = (stage: Stage): Promise<void> => press(stage, 'Close ended periods')

/** Retries declined payments that are due and tops up wallets, for everybody: only for a journey's own program. */
export const runDueJobs = (stage: Stage): Promise<void> => press(stage, 'Retry declined payments and check wallets')

/** Sends due spend alerts at once. */
export const sendSpendAlerts = (stage: Stage): Promise<void> => press(stage, 'Send spend alerts')

async function press(stage: Stage, button: string): Promise<void> {
  const page = await stage.newPage()
  await page.goto(stage.origin(deskHost))
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  expect(answer.status()).toBe(303)
}
