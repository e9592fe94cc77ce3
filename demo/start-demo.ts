import type { IncomingMessage, ServerResponse } from 'node:http'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addWebhooks, findSecretsOf, followReceiver } from './connect-receiver.ts'
import { followSites, siteAddresses } from './connect-sites.ts'
import { deskHost, openDesk, type Desk } from './desk.ts'
import { fillHistory, fillPersons } from './fill-demo.ts'
import { startMailbox } from './mailbox.ts'
import { startReceiver } from './receiver.ts'
import { nowhere, personAt } from './persons.ts'
import { isNew, seedDemo } from './seed.ts'
import { brands, demoPassword, demoSeed, guests, optedOut, users } from './world.ts'

export interface Demo {
  /** The platform with mail and webhooks led to the demo's own stand-ins. */
  platform: Platform
  sideDoor: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Makes the history; the rest of the persons comes when it is done. */
  beforeWork: (stopping: AbortSignal) => Promise<void>
  /** What the start prints: where to go and who to be. */
  greeting(port: number): string
  stop(): Promise<void>
}

/** Sets the demo's stage: makes its world in a new database, a mailbox, a webhook receiver, web sites and a desk. */
export async function startDemo(given: Platform): Promise<Demo> {
  const now = (): number => given.clock.now()
  const mailbox = await startMailbox({ now })
  // Signatures carry the machine's time, which the demo's clock does not move.
  const receiver = await startReceiver({
    now: () => machineTime(given.clock),
    findSecrets: () => findSecretsOf(given, receiver.url),
  })
  const platform: Platform = {
    ...given,
    config: {
      ...given.config,
      SMTP_URL: given.config.SMTP_URL ?? mailbox.smtpUrl,
      OUTGOING_ALLOW: [...given.config.OUTGOING_ALLOW, receiver.host, ...siteAddresses(given.config)],
    },
  }
  if (await isNew(platform.ownerPool)) {
    await seedDemo(platform)
    await addWebhooks(platform, receiver.url)
  }
  await followReceiver(platform, receiver.url)
  await followSites(platform)
  const sideDoor = openDesk({ platform, mailbox, receiver, samples: await readSamples(platform) })
  const ending = new AbortController()
  let filling = Promise.resolve()
  return {
    platform,
    sideDoor,
    async beforeWork(stopping) {
      await fillHistory(platform, stopping)
      if (!stopping.aborted) filling = fillPersons(platform, ending.signal)
    },
    greeting,
    async stop() {
      ending.abort()
      await filling
      await receiver.stop()
      await mailbox.close()
    },
  }
}

/** Persons to be: some who become leads, and one who asked not to. */
async function readSamples({ identityPool }: Platform): Promise<Desk['samples']> {
  const ids = (from: number, upTo: number): string[] =>
    Array.from({ length: upTo - from }, (_, at) => personAt(demoSeed, from + at, nowhere).externalId)
  const { rows } = await identityPool.query<{ name: string; md5: string }>(
    `select first_name || ' ' || last_name as name, md5(email) as md5 from person
     where external_id = any($1) and phone_e164 is not null and zip is not null order by id limit 12`,
    [ids(guests.from, guests.upTo)],
  )
  const { rows: refused } = await identityPool.query<{ name: string; md5: string }>(
    `select first_name || ' ' || last_name || ', who opted out' as name, md5(email) as md5 from person
     where external_id = $1`,
    ids(optedOut.from, optedOut.from + 1),
  )
  return [...rows, ...refused]
}

function greeting(port: number): string {
  const origin = (host: string): string => `http://${host}:${port}`
  const hosts = brands.map(({ company, hosts: [host] }) => `  ${company.padEnd(18)}${origin(host!)}`)
  const logins = users.map(({ email, kind }) => `  ${email.padEnd(28)}${kind}`)
  return [
    'Leadloom runs with its demo world.',
    ...hosts,
    `  ${'Demo desk'.padEnd(18)}${origin(deskHost)}`,
    '',
    `Logins, all with the password ${demoPassword}:`,
    ...logins,
  ].join('\n')
}
