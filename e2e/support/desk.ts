import { request } from 'node:http'
import { askDesk } from '#demo/commands/ask-desk.ts'
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

/** What came in at the demo's mailbox and receiver. Names the host itself, which not every resolver knows. */
export function readDesk(port: number): Promise<DeskState> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path: '/state', headers: { host: `${deskHost}:${port}` } })
    sent.once('error', fail).once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => done(JSON.parse(text) as DeskState))
    })
    sent.end()
  })
}

/** Stops or starts the webhook receiver at the desk; does nothing where it is so already. */
export async function setReceiver(stage: Stage, to: 'stop' | 'start'): Promise<void> {
  const { receiver_running: runs } = await readDesk(stage.port)
  if (runs === (to === 'start')) return
  const page = await stage.newPage()
  await page.goto(stage.origin(deskHost))
  await page.getByRole('button', { name: to === 'stop' ? 'Stop it' : 'Start it' }).click()
  await page.getByRole('button', { name: to === 'stop' ? 'Start it' : 'Stop it' }).waitFor()
}

/** Moves the demo's clock by the desk's buttons. */
export const moveClock = (
  stage: Stage,
  button: '1 day ahead' | '7 days ahead' | '31 days ahead' | 'Back to now',
): Promise<void> => press(stage, button)

/** Goes so many days ahead at once, as the desk's buttons do by theirs. */
export const moveClockBy = (stage: Stage, days: number): Promise<unknown> =>
  askDesk(stage.port, 'POST', '/clock', `days=${days}`)

/** Ends every week and month that is over, for everybody: only for a program that no other journey uses. */
export const closePeriods = (stage: Stage): Promise<void> => press(stage, 'Close ended periods')

/** Tries declined payments whose day has come, and looks after wallets, for everybody: only for a program of one's own. */
export const doWhatIsDue = (stage: Stage): Promise<void> => press(stage, 'Retry declined payments and check wallets')

/** Tells whoever is to be told of spending, at once. */
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
