import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { needsFirstRoot } from '#server/first-root.ts'
import { startSandbox, type Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addEventWebhooks, addWebhooks, findSecretsOf, followReceiver } from './connect-receiver.ts'
import { followSites, siteAddresses } from './connect-sites.ts'
import { openDesk } from './desk.ts'
import type { ResolveNext } from '#server/areas/leads/start-resolving.ts'
import { fillPast, fillPersons, fillWide, resolveFinished } from './fill-demo.ts'
import { startMailbox, type Mailbox } from './mailbox.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import type { SandboxClock } from './payments.ts'
import { readHistory } from './history/make-history.ts'
import type { Sample } from './pages/desk-state.ts'
import { nowhere, personAt } from './persons.ts'
import { startServices, type DemoServices } from './start-services.ts'
import { seedDemo } from './seed.ts'
import { readWorld, type World } from './wide/world-size.ts'
import { demoPassword, demoSeed, deskHost, guests, hostOf, optedOut, paymentsHost } from './world.ts'

export interface Demo {
  /** The platform with mail and webhooks sent to the demo's own stand-ins. */
  platform: Platform
  sideDoor: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Allows framing by the same host, to show the list of leads next to a client's site. */
  framedByOwnHost: true
  /** Generates the history that every demo has. */
  beforeWork: (stopping: AbortSignal) => Promise<void>
  /** Generates that of the wide world's other agencies, then the remaining people. */
  besideWork: (stopping: AbortSignal) => Promise<void>
  resolve: ResolveNext
  /** What the start prints: where to go, and logins. */
  greeting(port: number): string
  stop(): Promise<void>
}

/** Sets up the demo: its world in a new database, a mailbox, a webhook receiver, websites and a desk. */
export async function startDemo(given: Platform): Promise<Demo> {
  const now = (): number => given.clock.now()
  const mailbox = await startMailbox({ now })
  // Signatures use the machine's time, which the demo's clock does not move.
  const receiver = await startReceiver({
    now: () => machineTime(given.clock),
    findSecrets: () => findSecretsOf(given, receiver.url),
  })
  const { sandbox, sandboxClock } = await openSandbox(given)
  const services = await startServices(() => machineTime(given.clock))
  const platform = withStandIns(given, { mailbox, receiver, sandbox, services })
  if (await needsFirstRoot(platform.ownerPool)) {
    await seedDemo(platform)
    await addWebhooks(platform, receiver.url)
    await addEventWebhooks(platform, receiver.url)
  }
  await followReceiver(platform, receiver.url)
  await followSites(platform)
  const world = await readWorld(platform)
  const sideDoor = openDesk({
    world,
    platform,
    mailbox,
    receiver,
    sandbox,
    readHistory: () => readHistory(platform),
    samples: await readSamples(platform),
    services: services.keys,
    held: () => services.held(),
  })
  const ending = new AbortController()
  let filling = Promise.resolve()
  let isMaking = true
  return {
    platform,
    sideDoor,
    framedByOwnHost: true,
    async beforeWork(stopping) {
      await fillPast(platform, sandbox, sandboxClock, stopping)
    },
    async besideWork(stopping) {
      await fillWide(platform, sandbox, sandboxClock, stopping)
      isMaking = false
      if (!stopping.aborted) filling = fillPersons(platform, ending.signal)
    },
    resolve: resolveFinished(platform, () => isMaking),
    greeting: (port) => greeting(world, port, given.config.HOST),
    async stop() {
      ending.abort()
      await filling
      await receiver.stop()
      await sandbox.stop()
      await services.stop()
      await mailbox.close()
    },
  }
}

interface OwnStandIns {
  mailbox: Mailbox
  receiver: Receiver
  sandbox: Sandbox
  services: DemoServices
}

/** The platform with mail, webhooks, payments and services sent to the demo's own stand-ins. */
function withStandIns(given: Platform, { mailbox, receiver, sandbox, services }: OwnStandIns): Platform {
  return {
    ...given,
    config: {
      ...given.config,
      ...services.settings,
      SMTP_URL: given.config.SMTP_URL ?? mailbox.smtpUrl,
      OUTGOING_ALLOW: [
        ...given.config.OUTGOING_ALLOW,
        receiver.host,
        sandbox.host,
        ...services.hosts,
        ...siteAddresses(given.config),
      ],
      SANDBOX_PAYMENTS_URL: sandbox.url,
      SANDBOX_PAYMENTS_KEY: sandbox.key,
      SANDBOX_PAYMENTS_FORM_URL: `http://${paymentsHost}:${given.config.PORT}/card-form`,
    },
  }
}

/** The payment gateway, on a clock that can be set in the past to seed payments. */
async function openSandbox({ config, clock }: Platform): Promise<{ sandbox: Sandbox; sandboxClock: SandboxClock }> {
  const sandboxClock: SandboxClock = { past_ms: null }
  const sandbox = await startSandbox({
    now: () => sandboxClock.past_ms ?? machineTime(clock),
    file: join(config.DATA_DIR, 'sandbox-payments.json'),
  })
  return { sandbox, sandboxClock }
}

/** People you can visit as: some who become leads, and one who opted out. */
async function readSamples({ identityPool }: Platform): Promise<Sample[]> {
  const readPeople = async (
    range: { from: number; upTo: number },
    most: number,
  ): Promise<Omit<Sample, 'optedOut'>[]> => {
    const ids = Array.from({ length: range.upTo - range.from }, (_, at) => range.from + at)
    const { rows } = await identityPool.query<Omit<Sample, 'optedOut'>>(
      `select first_name || ' ' || last_name as name, md5(email) as md5, state from person
       where external_id = any($1) and phone_e164 is not null and zip is not null order by id limit ${most}`,
      [ids.map((n) => personAt(demoSeed, n, nowhere).externalId)],
    )
    return rows
  }
  const welcome = await readPeople(guests, 12)
  const optedOutPeople = await readPeople(optedOut, 1)
  return [
    ...welcome.map((person) => ({ ...person, optedOut: false })),
    ...optedOutPeople.map((person) => ({ ...person, optedOut: true })),
  ]
}

const loopback = /^(?:127\.|::1$|localhost$)/

function greeting({ brands, users }: World, port: number, host: string): string {
  const origins = brands.map(({ hosts: [host] }) => ({ host: host!, origin: `http://${host}:${port}` }))
  const widest = Math.max(...origins.map(({ origin }) => origin.length))
  const lines = origins.map(({ host, origin }) => {
    const logins = users.filter((user) => hostOf(user) === host).map(({ email }) => email)
    return `  ${origin.padEnd(widest)}  ${logins.join('  ')}`
  })
  return [
    `Leadloom is running with its demo world. Start at http://${deskHost}:${port}`,
    '',
    ...lines,
    '',
    `The password is ${demoPassword}.`,
    ...(loopback.test(host)
      ? []
      : ['', `It listens on ${host}: anyone who can reach this machine can sign in with that password.`]),
  ].join('\n')
}
