import { parseArgs } from 'node:util'
import { requestDesk, readCounts, Refusal } from './commands/request-desk.ts'
import { moveDeskClock, sendVisits } from './commands/send-visits.ts'

const help = `npm run demo -- COMMAND, for the program running on PORT (8080):

  visits      sends page views as visitors' browsers would and prints the results
                --count 50         how many page views
                --seconds 30       or how long
                --per-second 10    how many per second
                --known 0.4        share of visitors that match the identity data
                --site HOST        one client's site, such as plumbright.localhost; default: all active ones
                --seed 1           repeat the same visitors
  searches    creates searches by people in the identity data and matches them with the campaigns
                --count 50         how many
                --seed 1           repeat the same searches
  clock       shows the demo's time; clock +2d, +36h or +30m moves it ahead, clock now resets it
  receiver    receiver stop or start: the customer's server that receives webhooks
  status      shows the progress of the demo's history, the clock and the receiver
  help        shows this text

The demo desk does the same in a browser: http://demo.localhost:8080`

const options = {
  count: { type: 'string' },
  seconds: { type: 'string' },
  'per-second': { type: 'string' },
  known: { type: 'string' },
  site: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = Partial<Record<Exclude<keyof typeof options, 'help'>, string>>

function numberOf(values: Values, name: keyof Values, fallback: number, range: [least: number, most: number]): number {
  const text = values[name]
  if (text === undefined) return fallback
  const value = Number(text)
  if (text.trim() === '' || !(value >= range[0] && value <= range[1]))
    throw new Refusal(`--${name} must be a number from ${range[0]} to ${range[1]}`, 2)
  return value
}

async function visits(port: number, values: Values): Promise<void> {
  const perSecond = numberOf(values, 'per-second', 10, [0.1, 1_000])
  const seconds = numberOf(values, 'seconds', 0, [1, 86_400])
  const count = numberOf(values, 'count', seconds > 0 ? Math.ceil(seconds * perSecond) : 50, [1, 1_000_000])
  await sendVisits(port, {
    count: Math.floor(count),
    perSecond,
    known: numberOf(values, 'known', 0.4, [0, 1]),
    site: values.site,
    seed: values.seed === undefined ? undefined : numberOf(values, 'seed', 0, [0, 2 ** 31]),
  })
}

/** The pipeline resolves the searches within seconds; they are counted like visits. */
async function searches(port: number, values: Values): Promise<void> {
  const count = Math.floor(numberOf(values, 'count', 50, [1, 10_000]))
  const form = new URLSearchParams({ count: String(count) })
  if (values.seed !== undefined) form.set('seed', String(numberOf(values, 'seed', 0, [0, 2 ** 31])))
  await requestDesk(port, 'POST', '/searches', form.toString())
  console.log(`${count} searches created and matched. See the results under Searches in Search ID and Enhance ID.`)
}

const unit_ms: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 }

async function clock(port: number, move: string | undefined): Promise<void> {
  const parts = /^\+?(\d{1,5}(?:\.\d+)?)([dhm])$/.exec(move ?? '')
  if (move !== undefined && move !== 'now' && !parts)
    throw new Refusal(`Invalid clock move ${move}: use +2d, +36h, +30m or now`, 2)
  await moveDeskClock(port, move === 'now' ? 'now' : parts ? Number(parts[1]) * unit_ms[parts[2]!]! : 0)
}

async function receiver(port: number, act: string | undefined): Promise<void> {
  if (act !== 'stop' && act !== 'start') throw new Refusal('Use receiver stop or receiver start', 2)
  await requestDesk(port, 'POST', `/receiver/${act}`)
  console.log(act === 'stop' ? 'The receiver is stopped.' : 'The receiver is running.')
}

async function status(port: number): Promise<void> {
  const { history, receiver_running, reasons } = await readCounts(port)
  const total = Object.values(reasons).reduce((sum, count) => sum + count, 0)
  console.log(history === null ? 'The history is complete.' : `${history} % of the history is complete.`)
  console.log(`${total} visits, ${reasons['lead'] ?? 0} leads so far.`)
  console.log(receiver_running ? 'The receiver is running.' : 'The receiver is stopped.')
  await moveDeskClock(port, 0)
}

function parse(args: string[]): { positionals: string[]; values: Values & { help?: boolean } } {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${help}`, 2)
  }
}

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [command = 'help', argument, ...more] = positionals
  const port = Number(process.env['PORT'] ?? 8080)
  if (values.help || command === 'help') return console.log(help)
  if (more.length > 0) throw new Refusal(`Unexpected arguments: ${more.join(' ')}\n\n${help}`, 2)
  switch (command) {
    case 'visits':
      return visits(port, values)
    case 'searches':
      return searches(port, values)
    case 'clock':
      return clock(port, argument)
    case 'receiver':
      return receiver(port, argument)
    case 'status':
      return status(port)
    default:
      throw new Refusal(`Unknown command ${command}\n\n${help}`, 2)
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}
