import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ClockAnswer } from '#contract/tracking/collect-body.ts'
import { createClock, machineTime } from '#server/platform/clock.ts'
import { createRandom } from './random.ts'
import { userAgentOf, walk } from './visitors.ts'

const help = `npm run demo -- visits [--count 50] [--matching 0.4] [--per-second 10] [--site plumbright.localhost]
npm run demo -- clock --days 31     moves the demo's clock ahead; 0 brings it back

Both talk to the program that runs on PORT (8080).`

const origin = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    matching: { type: 'string', default: '0.4' },
    'per-second': { type: 'string', default: '10' },
    site: { type: 'string' },
    days: { type: 'string' },
    seed: { type: 'string' },
  },
})

/** Sends page views as browsers would, and tells what was answered. */
async function visits(): Promise<void> {
  const count = Number(values.count)
  const clock = createClock()
  const random = createRandom(Number(values.seed ?? clock.now() % 2 ** 31))
  const answers = new Map<number, number>()
  for (let n = 0; n < count; n++) {
    const { body } = walk(random, clock.now(), { siteHost: values.site, matching: Number(values.matching) })
    const answer = await fetch(`${origin}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': userAgentOf(random) },
      body,
    })
    // The demo's clock was moved: take over its time, as the pixel does, and go on.
    if (answer.status === 409) clock.setOffset(((await answer.json()) as ClockAnswer).now - machineTime(clock))
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
    await sleep(1_000 / Number(values['per-second']))
  }
  for (const [status, times] of answers) console.log(`${times} answered ${status}`)
}

/** Goes by node:http, which lets us name the desk's host while we ask this machine. */
async function moveClock(): Promise<void> {
  const sent = request(`${origin}/clock`, { method: 'POST', headers: { host: 'demo.localhost' } })
  sent.end(new URLSearchParams({ days: values.days ?? '1' }).toString())
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  console.log(answer.statusCode === 303 ? 'The clock was moved.' : `The desk answered ${answer.statusCode}.`)
}

const [command] = positionals
if (command === 'visits') await visits()
else if (command === 'clock') await moveClock()
else console.log(help)
