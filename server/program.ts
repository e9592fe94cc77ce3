import type { IncomingMessage, ServerResponse } from 'node:http'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findHost, readOperatorHosts } from '#server/areas/branding/find-host.ts'
import { findMovedHost } from '#server/areas/branding/released-hosts.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { readDebugged } from '#server/areas/campaigns/site/read-debugged.ts'
import { createCallLog } from '#server/areas/developers/call-log.ts'
import { startDeliveries } from '#server/areas/integrations/deliveries/jobs.ts'
import { startResolving, type ResolveNext } from '#server/areas/leads/start-resolving.ts'
import { startHeartbeat } from '#server/areas/machine/heartbeat.ts'
import { createMachineMetrics } from '#server/areas/machine/machine-metrics.ts'
import { applySuppressions } from '#server/areas/privacy/suppressions/apply-suppressions.ts'
import { startCollector } from '#server/areas/tracking/start-collector.ts'
import { holdable, holdWhileReadOnly, type Holdable } from './hold-work.ts'
import { jobs } from './jobs.ts'
import { createApp } from './platform/http/app.ts'
import { createExposition } from './platform/http/exposition.ts'
import { openHealthPort } from './platform/http/health-port.ts'
import type { Health } from './platform/http/health.ts'
import { createReadiness, type Ask } from './platform/http/readiness.ts'
import { pageAddress } from './platform/page-address.ts'
import { heldBack, startJobs, type RunningJobs } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { projectRoot } from './platform/project-root.ts'
import { formOrigins } from './providers/payments/registry.ts'
import { routes, accessHooks, formPages, hooks, wellKnown } from './routes.ts'

export interface Program {
  /** Where it listens; absent in a process that only works. */
  port: number | null
  /** Where it says how it is, if METRICS_PORT is set. */
  healthPort: number | null
  /** Takes nothing new, finishes what is under way, within ten seconds. */
  stop(): Promise<void>
}

/** Answers requests of hosts that are not the product's: the demo's web sites and desk. */
type SideDoor = (request: IncomingMessage, response: ServerResponse) => boolean

/** What the demo adds to the program. */
export interface Additions {
  sideDoor?: SideDoor
  /** Whether pages may stand in a frame of their own host. */
  framedByOwnHost?: boolean
  /** Runs while the program serves; resolving and delivering begin when it has ended. Ends soon when told to stop. */
  beforeWork?: (stopping: AbortSignal) => Promise<void>
  /** Runs after that; scheduled jobs begin when it has ended. Ends soon when told to stop. */
  besideWork?: (stopping: AbortSignal) => Promise<void>
  /** Replaces how an agency's next hits are resolved. */
  resolve?: ResolveNext
}

type Stop = () => Promise<unknown>

/** Runs the roles that the configuration names, on one platform. */
export async function startProgram(platform: Platform, additions: Additions = {}): Promise<Program> {
  const { ROLES: roles } = platform.config
  const serves = roles.includes('web') || roles.includes('collect')
  await applySuppressions(platform)
  const state: State = { isStopping: false }
  const askReady = createReadiness(platform, async () => (roles.includes('work') ? jobProblems(state) : []))
  const problems: Ask = async () => (state.isStopping ? ['this process is stopping'] : askReady())
  const health = { problems, exposition: createExposition([createMachineMetrics(platform, problems)]) }
  // At the same time: all mostly wait for the database.
  const [heartbeat, work, server, healthPort] = await Promise.all([
    startHeartbeat(platform),
    roles.includes('work') ? startWork(platform, additions) : null,
    serves ? startServer(platform, additions, health) : null,
    openHealthPort(platform.config, health),
  ])
  state.jobs = work?.jobs
  const stops = work?.stops ?? []
  return {
    port: server?.port ?? null,
    healthPort: healthPort?.port ?? null,
    async stop() {
      state.isStopping = true
      void heartbeat.sayStopping()
      const work = stops.map((stop) => stop())
      // Whoever sends calls here sees first that it should send no more.
      await sleep(platform.config.DRAIN_SECONDS * 1_000)
      // Then the door closes. Work ends meanwhile, because a caller, such as of a long download, may keep it from closing
      // until the program is ended.
      await Promise.all([server?.stop(), ...work])
      await healthPort?.stop()
      await heartbeat.end()
    },
  }
}

interface State {
  isStopping: boolean
  /** Of a process that works, once they have started. */
  jobs?: RunningJobs | undefined
}

const jobProblems = ({ jobs }: State): string[] => (jobs?.isAlive() ? [] : ['background jobs are not running'])

interface Work {
  jobs: RunningJobs
  stops: Stop[]
}

async function startWork(platform: Platform, { beforeWork, besideWork, resolve }: Additions): Promise<Work> {
  if (!beforeWork) {
    const running = await startJobs(platform, jobs)
    const pipeline = await holdable(() => startPipeline(platform))
    return { jobs: running, stops: stopsOf(platform, [running, pipeline]) }
  }
  // Jobs on a schedule would act on half of what comes before: close a period of it, for example.
  let mayRecur = false
  const running = await startJobs(
    platform,
    heldBack(jobs, () => mayRecur),
  )
  const stopping = new AbortController()
  const pipeline = beforeWork(stopping.signal).then(() =>
    stopping.signal.aborted ? null : holdable(() => startPipeline(platform, resolve)),
  )
  const rest = pipeline.then(async () => {
    await besideWork?.(stopping.signal)
    mayRecur = !stopping.signal.aborted
  })
  const later = {
    hold: async (isHeld: boolean) => (await pipeline)?.hold(isHeld),
    async stop() {
      stopping.abort()
      await rest
      await (await pipeline)?.stop()
    },
  }
  return { jobs: running, stops: stopsOf(platform, [running, later]) }
}

/** Ends this work, which was held and released with the read-only mode until then. */
function stopsOf(platform: Platform, work: readonly (Holdable & { stop(): Promise<void> })[]): Stop[] {
  const holding = holdWhileReadOnly(platform, work)
  return [
    async () => {
      await holding.stop()
      await Promise.all(work.map((one) => one.stop()))
    },
  ]
}

async function startPipeline(platform: Platform, resolve?: ResolveNext): Promise<Stop> {
  const resolving = startResolving(platform, resolve)
  const deliveries = await startDeliveries(platform)
  return () => Promise.all([resolving.stop(), deliveries.stop()])
}

async function startServer(
  platform: Platform,
  { sideDoor, framedByOwnHost }: Additions,
  health: Health,
): Promise<{ port: number; stop: Stop }> {
  const { ROLES: roles, PORT, HOST, CAPTCHA, RECAPTCHA_SCRIPT_URL } = platform.config
  const collector = roles.includes('collect')
    ? await startCollector(platform, { place: placeOf(PORT), readDebugged })
    : null
  const folder = join(projectRoot, 'dist/web')
  const captchaScript = CAPTCHA === 'recaptcha' ? RECAPTCHA_SCRIPT_URL : undefined
  const pages = roles.includes('web') && existsSync(folder)
  const app = await createApp(platform, {
    routes: roles.includes('web') ? routes : [],
    hooks: roles.includes('web') ? hooks : [],
    wellKnown: roles.includes('web') ? wellKnown : [],
    formPages: roles.includes('web') ? formPages : [],
    accessHooks,
    callLog: createCallLog(platform),
    health,
    isServed: async (host) =>
      (await findHost(platform, host)) !== null || (await findMovedHost(platform, host)) !== null,
    readOperatorHosts: () => readOperatorHosts(platform),
    fastPath: (request, response) =>
      (sideDoor?.(request, response) ?? false) || (collector?.handle(request, response) ?? false),
    pages: pages
      ? {
          folder,
          readBoot: (host) => readBoot(platform, host),
          readMovedTo: (host) => readMovedTo(platform, host),
          captchaScript,
          cardForms: formOrigins(platform.config),
          framedByOwnHost,
        }
      : undefined,
  })
  await app.listen({ port: PORT, host: HOST })
  return {
    port: (app.server.address() as AddressInfo).port,
    async stop() {
      await app.close()
      await collector?.close()
    },
  }
}

async function readMovedTo(platform: Platform, host: string): Promise<string | null> {
  const newHost = await findMovedHost(platform, host)
  return newHost === null ? null : pageAddress(platform.config, newHost, '')
}

/** Where on the network this process alone listens; any free port is nobody's place. */
const placeOf = (port: number): string | undefined => (port === 0 ? undefined : `${hostname()}:${port}`)
