import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { chooseKey, sealBody } from '#contract/core/seal-body.ts'
import { applyWaitingEventsJob } from '#server/areas/payments/inbox/apply-events.ts'
import { reconcileChargesJob } from '#server/areas/payments/charges/reconcile.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { jobs } from '#server/jobs.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createApp } from '#server/platform/http/app.ts'
import { sealingKeysOf } from '#server/platform/http/sealing-keys.ts'
import { newToken } from '#server/platform/ids.ts'
import { startJobs } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { accessHooks, hooks, routes } from '#server/routes.ts'
import { productionConfig } from '../support/production-config.ts'

/** A company that stores a card, and the URL of the payment gateway. */
interface Owner {
  userId: string
  rootId: string
  host: string
}

export type Ask =
  | { kind: 'start'; dataDir: string; env: Record<string, string>; now_ms: number }
  | { kind: 'sign in'; owner: Owner; path: string; body: object }
  | { kind: 'minute'; now_ms: number }

export interface StartedProgram {
  port: number
  token: string
  /** The request body, sealed as a page would for its call. */
  sealed: string
}

let program: { platform: Platform; clock: ReturnType<typeof createStillClock>; port: number } | undefined

/**
 * The part of the program that collects money: queued jobs, jobs of each minute, and the gateway's events over HTTP.
 * The benchmark sets its clock, so that an hour takes only as long as its work.
 */
export async function runProgram(ask: Ask): Promise<StartedProgram> {
  if (ask.kind === 'start') program = await start(ask)
  const { platform, clock, port } = program!
  if (ask.kind === 'sign in') {
    const { userId, rootId, host } = ask.owner
    const session = await startSession(platform, { userId, rootId, kind: 'agencyOwner' }, host)
    const key = await chooseKey(await sealingKeysOf(platform).current())
    const { path, body } = ask
    const dt = await sealBody(key, { method: 'POST', path, body, now_ms: clock.now(), jti: newToken() })
    return { port, token: session.tokens.access_token, sealed: JSON.stringify({ dt }) }
  }
  if (ask.kind === 'minute') {
    clock.advance(ask.now_ms - clock.now())
    await reconcileChargesJob.run(platform, {})
    await applyWaitingEventsJob.run(platform, {})
  }
  return { port, token: '', sealed: '' }
}

async function start(ask: Extract<Ask, { kind: 'start' }>): Promise<NonNullable<typeof program>> {
  const config = productionConfig(ask.dataDir, 'web,work', ask.env)
  const running = await startPlatform(config, pino({ level: 'silent' }), async () => {})
  const clock = createStillClock(ask.now_ms)
  const platform: Platform = { ...running.platform, clock }
  const plenty = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(platform, {
    routes,
    hooks,
    accessHooks,
    generalLimits: { user: plenty, company: plenty },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  // Recurring jobs would follow the machine's clock, and emails have no recipient here.
  await startJobs(
    platform,
    jobs.filter(({ everyMinutes, mails }) => everyMinutes === undefined && !mails),
  )
  return { platform, clock, port: (app.server.address() as AddressInfo).port }
}
