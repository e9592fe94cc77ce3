import type { IncomingMessage, ServerResponse } from 'node:http'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { findHost, readOperatorHosts } from '#server/areas/branding/find-host.ts'
import { findMovedHost } from '#server/areas/branding/released-hosts.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { readDebugged } from '#server/areas/campaigns/site/read-debugged.ts'
import { createCallLog } from '#server/areas/developers/call-log.ts'
import { startDeliveries } from '#server/areas/integrations/deliveries/jobs.ts'
import { startResolving, type ResolveNext } from '#server/areas/leads/start-resolving.ts'
import { applySuppressions } from '#server/areas/privacy/suppressions/apply-suppressions.ts'
import { startCollector } from '#server/areas/tracking/start-collector.ts'
import { jobs } from './jobs.ts'
import { createApp } from './platform/http/app.ts'
import { pageAddress } from './platform/page-address.ts'
import { heldBack, startJobs } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { projectRoot } from './platform/project-root.ts'
import { formOrigins } from './providers/payments/registry.ts'
import { routes, accessHooks, formPages, hooks, wellKnown } from './routes.ts'

export interface Program {
  /** Where it listens; absent in a process that only works. */
  port: number | null
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
  // At the same time: both mostly wait for the database.
  const [stops, server] = await Promise.all([
    roles.includes('work') ? startWork(platform, additions) : [],
    serves ? startServer(platform, additions) : null,
  ])
  return {
    port: server?.port ?? null,
    async stop() {
      // The door closes first. Work ends meanwhile, because a caller, such as of a long download, may keep it from closing
      // until the program is ended.
      await Promise.all([server?.stop(), ...stops.map((stop) => stop())])
    },
  }
}

async function startWork(platform: Platform, { beforeWork, besideWork, resolve }: Additions): Promise<Stop[]> {
  if (!beforeWork) {
    const running = await startJobs(platform, jobs)
    return [await startPipeline(platform), () => running.stop()]
  }
  // Jobs on a schedule would act on half of what comes before: close a period of it, for example.
  let mayRecur = false
  const running = await startJobs(
    platform,
    heldBack(jobs, () => mayRecur),
  )
  const stopping = new AbortController()
  const pipeline = beforeWork(stopping.signal).then(() =>
    stopping.signal.aborted ? null : startPipeline(platform, resolve),
  )
  const rest = pipeline.then(async () => {
    await besideWork?.(stopping.signal)
    mayRecur = !stopping.signal.aborted
  })
  const stopPipeline = async (): Promise<void> => {
    stopping.abort()
    await rest
    await (
      await pipeline
    )?.()
  }
  return [stopPipeline, () => running.stop()]
}

async function startPipeline(platform: Platform, resolve?: ResolveNext): Promise<Stop> {
  const resolving = startResolving(platform, resolve)
  const deliveries = await startDeliveries(platform)
  return () => Promise.all([resolving.stop(), deliveries.stop()])
}

async function startServer(
  platform: Platform,
  { sideDoor, framedByOwnHost }: Additions,
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
