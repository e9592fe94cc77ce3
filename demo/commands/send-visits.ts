import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClockAnswer } from '#contract/tracking/collect-body.ts'
import { createClock, machineTime } from '#server/platform/clock.ts'
import { siteUrl } from '../connect-sites.ts'
import { createRandom } from '../random.ts'
import { walkThrough, type Site, type VisitorHit } from '../visitors.ts'
import { campaigns } from '../world-campaigns.ts'
import { regulars } from '../world.ts'
import { requestDesk, readCounts, Refusal, type Counts } from './request-desk.ts'
import { originOf } from '../origin-of.ts'
import { loopbackAddress } from '#server/platform/loopback.ts'

export interface VisitOptions {
  /** Page views to send. */
  count: number
  perSecond: number
  /** Share of visitors who are in the identity data, from 0 to 1. */
  known: number
  /** A client's site. When absent, every site with the pixel. */
  site: string | undefined
  seed: number | undefined
}

const resolvedWithin_ms = 15_000

/** Sends page views as visitors' browsers would, waits until they are resolved and prints the outcome. */
export async function sendVisits(port: number, options: VisitOptions): Promise<void> {
  const before = await readWholeCounts(port)
  const clock = createClock()
  clock.setOffset(before.now - clock.now())
  const random = createRandom(options.seed ?? machineTime(clock) % 2 ** 31)
  const sites = sitesOf(options.site, port)
  const answers = new Map<number, number>()
  const begun_ms = machineTime(clock)
  let hitsSent = 0
  while (hitsSent < options.count) {
    const visit = walkThrough(random, random.pick(sites), clock.now(), options.known)
    for (const hit of visit.slice(0, options.count - hitsSent)) {
      const status = await send(port, hit, (now_ms) => clock.setOffset(now_ms - machineTime(clock)))
      answers.set(status, (answers.get(status) ?? 0) + 1)
      hitsSent++
      const due_ms = begun_ms + (hitsSent * 1_000) / options.perSecond
      await sleep(Math.max(0, due_ms - machineTime(clock)))
    }
  }
  console.log(`${hitsSent} page views in ${((machineTime(clock) - begun_ms) / 1_000).toFixed(1)} s`)
  for (const [status, times] of answers) if (status !== 204) console.log(`  ${times} rejected with ${status}`)
  await printOutcome(port, before.reasons, answers.get(204) ?? 0)
}

/** Reads the counts once the demo's past is complete: until then they grow without any visits. */
async function readWholeCounts(port: number): Promise<Counts> {
  let counts = await readCounts(port)
  if (counts.history !== null) console.log("Waiting for the demo's history …")
  while (counts.history !== null) {
    await sleep(500)
    counts = await readCounts(port)
  }
  return counts
}

function sitesOf(host: string | undefined, port: number): Site[] {
  const campaignsToVisit = campaigns.filter((campaign) =>
    host ? campaign.siteHost === host : campaign.status === 'active',
  )
  if (campaignsToVisit.length === 0)
    throw new Refusal(`Unknown site ${host}. Available: ${campaigns.map(({ siteHost }) => siteHost).join(', ')}`, 2)
  const bare = campaignsToVisit.find(({ hasPixel }) => !hasPixel)
  if (bare) throw new Refusal(`The site ${bare.siteHost} does not have the pixel.`, 2)
  return campaignsToVisit.map((campaign) => ({
    campaign,
    url: siteUrl(campaign.siteHost, { PORT: port }),
    regulars: [],
    people: regulars,
  }))
}

/** Posts one hit as its browser would. If the clock was moved, reports the new time and drops the hit. */
async function send(port: number, hit: VisitorHit, onClock: (now_ms: number) => void): Promise<number> {
  const message = request({
    host: loopbackAddress,
    port,
    method: 'POST',
    path: '/collect',
    headers: { 'content-type': 'text/plain', 'user-agent': hit.userAgent, ...originOf(hit.body) },
    // Only Linux lets a program send from any loopback address, and only if it has IPv4.
    localAddress: process.platform === 'linux' && loopbackAddress === '127.0.0.1' ? hit.address : undefined,
  })
  message.end(JSON.stringify(hit.body))
  try {
    const [answer] = (await once(message, 'response')) as [IncomingMessage]
    if (answer.statusCode === 409) onClock(((await json(answer)) as ClockAnswer).now)
    else answer.resume()
    return answer.statusCode ?? 0
  } catch {
    throw new Refusal(`The program on port ${port} stopped responding.`)
  }
}

/** Prints how the pipeline resolved the visits. This includes visits that others make meanwhile. */
async function printOutcome(port: number, before: Record<string, number>, acceptedHits: number): Promise<void> {
  const clock = createClock()
  const until_ms = clock.now() + resolvedWithin_ms
  for (;;) {
    const { reasons } = await readCounts(port)
    const fresh = Object.entries(reasons)
      .map(([reason, count]): [string, number] => [reason, count - (before[reason] ?? 0)])
      .filter(([, count]) => count > 0)
      .toSorted(([, one], [, other]) => other - one)
    const resolvedHits = fresh.reduce((sum, [, count]) => sum + count, 0)
    if (resolvedHits < acceptedHits && clock.now() < until_ms) {
      await sleep(200)
      continue
    }
    const leads = fresh.find(([reason]) => reason === 'lead')?.[1] ?? 0
    console.log(`${resolvedHits} resolved, ${leads} of them ${leads === 1 ? 'a lead' : 'leads'}:`)
    for (const [reason, count] of fresh) console.log(`  ${String(count).padStart(6)}  ${reason}`)
    if (resolvedHits < acceptedHits)
      throw new Refusal(`${acceptedHits - resolvedHits} are not resolved yet: is the work role running?`)
    return
  }
}

/** Moves the demo's clock by this many milliseconds, or back to the machine's time. */
export async function moveDeskClock(port: number, move_ms: number | 'now'): Promise<void> {
  const days = move_ms === 'now' ? 0 : move_ms / 86_400_000
  if (days !== 0 || move_ms === 'now')
    await requestDesk(port, 'POST', '/clock', new URLSearchParams({ days: String(days) }).toString())
  const { now, daysAhead } = await readCounts(port)
  const stands = Math.abs(daysAhead) < 0.001 ? "the machine's time" : `${Number(daysAhead.toFixed(2))} days ahead`
  console.log(`It is ${new Date(now).toISOString().replace('T', ' ').slice(0, 16)} UTC in the demo, ${stands}.`)
}
