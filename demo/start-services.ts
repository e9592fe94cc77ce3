import { z } from 'zod'
import {
  googleEnv,
  startGoogle,
  type GoogleStandIn,
} from '#server/areas/integrations/connectors/googlesheets/stand-in.ts'
import {
  highlevelEnv,
  startHighlevel,
  type HighlevelStandIn,
} from '#server/areas/integrations/connectors/highlevel/stand-in.ts'
import { startOwnServer, type OwnServerStandIn } from '#server/areas/integrations/connectors/custom/stand-in.ts'
import {
  startClickfunnels,
  type ClickfunnelsStandIn,
} from '#server/areas/integrations/connectors/clickfunnels/stand-in.ts'
import { startKartra, type KartraStandIn } from '#server/areas/integrations/connectors/kartra/stand-in.ts'
import {
  startMailboxPower,
  type MailboxPowerStandIn,
} from '#server/areas/integrations/connectors/mailboxpower/stand-in.ts'
import { startSendgrid, type SendgridStandIn } from '#server/areas/integrations/connectors/sendgrid/stand-in.ts'
import { startStandIn, type StandIn } from '#server/areas/integrations/connectors/stand-in.ts'
import type { Config } from '#server/platform/config.ts'
import { demoId } from './world.ts'

/** The services by short names, for tests that make one of them fail. */
interface Firms {
  sendgrid: SendgridStandIn
  highlevel: HighlevelStandIn
  google: GoogleStandIn
  kartra: KartraStandIn
  clickfunnels: ClickfunnelsStandIn
  mailbox: MailboxPowerStandIn
  zap: StandIn
  own: OwnServerStandIn
}

export interface DemoServices {
  firms: Firms
  /** The URLs where the program reaches them. */
  settings: Partial<Config>
  /** `host:port` of each, for the allow-list of outgoing requests. */
  hosts: readonly string[]
  /** What to paste to connect, by the service's name. */
  keys: Readonly<Record<string, string>>
  /** The people that each service stores as leads now, by the service's name. */
  held(): Readonly<Record<string, readonly string[]>>
  stop(): Promise<void>
}

/** The services that leads can be sent to, as servers on loopback that speak their protocols, so each can be tried. */
export async function startServices(now: () => number): Promise<DemoServices> {
  const sendgrid = await startSendgrid(now)
  sendgrid.keys.clear()
  sendgrid.keys.add('SG.demo-key')
  for (const name of ['Newsletter', 'New leads', 'Winter offer']) sendgrid.lists.set(demoId(`list ${name}`), name)
  const highlevel = await startHighlevel(now)
  const google = await startGoogle(now)
  const kartra = await startKartra(now)
  const clickfunnels = await startClickfunnels()
  const mailbox = await startMailboxPower()
  const zap = await startStandIn(() => ({ status: 200, body: { status: 'success' } }))
  const own = await startOwnServer('demo-own-key')
  const firms: Firms = { sendgrid, highlevel, google, kartra, clickfunnels, mailbox, zap, own }
  const all: StandIn[] = Object.values(firms)
  return {
    firms,
    settings: {
      SENDGRID_URL: `${sendgrid.url}/v3`,
      ...highlevelEnv(highlevel.url),
      ...googleEnv(google.url),
      KARTRA_URL: `${kartra.url}/api`,
      KARTRA_APP_ID: 'demo-app',
      CLICKFUNNELS_URL: `${clickfunnels.url}/{workspace}/api/v2`,
      MAILBOX_POWER_URL: mailbox.url,
    },
    hosts: all.map(({ host }) => host),
    keys: {
      SendGrid: 'SG.demo-key',
      Kartra: 'demo-key / demo-password',
      'ClickFunnels 2.0': 'demo / demo-token',
      Zapier: `${zap.url}/hooks/catch/1/demo/`,
      'Mailbox Power': 'demo-mailbox-key',
      'Custom integration': `${own.url}/leads / X-Api-Key / ${own.key}`,
    },
    held: () => ({
      SendGrid: emailsOf(sendgrid.contacts, ({ lists }) => lists.size > 0),
      HighLevel: emailsOf(highlevel.contacts, ({ fields }) => fields['dnd'] !== true),
      'Google Sheets': [...google.books.values()]
        .flatMap(({ rows }) => rows.flat())
        .filter((cell) => cell.includes('@')),
      Kartra: emailsOf(kartra.leads, ({ lists, tags }) => lists.size + tags.size > 0),
      'ClickFunnels 2.0': emailsOf(clickfunnels.contacts, ({ applied }) => applied.size > 0),
      Zapier: caughtBy(zap),
      'Custom integration': [...own.leads.values()].flatMap(({ email }) => (typeof email === 'string' ? [email] : [])),
      'Mailbox Power': mailbox.contacts.flatMap(({ email }) => (email === undefined ? [] : [email])),
    }),
    async stop() {
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}

const emailsOf = <Contact>(contacts: ReadonlyMap<string, Contact>, isHeld: (contact: Contact) => boolean): string[] =>
  [...contacts].filter(([, contact]) => isHeld(contact)).map(([email]) => email)

const caught = z.object({ type: z.string().optional(), email: z.string() })

/** What a Zap does with each catch depends on its owner's setup: it adds the person or removes them. */
function caughtBy(zap: StandIn): string[] {
  const held = new Set<string>()
  for (const { json } of zap.received) {
    const one = caught.safeParse(json)
    if (!one.success) continue
    if (one.data.type === 'lead.deleted') held.delete(one.data.email)
    else held.add(one.data.email)
  }
  return [...held]
}
