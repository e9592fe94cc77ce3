import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetSpreadsheet } from '#contract/integrations/spreadsheets.ts'
import type { AccountKind, IntegrationDetails } from '#contract/integrations/services.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { connectAllServices, type AllServices } from '#server/test/all-services.ts'
import { startDeliveryWorker } from '#server/test/start-delivery-worker.ts'
import { lease_ms } from '../deliveries/claim-due.ts'
import { demoLists } from './sendgrid/stand-in.ts'
import type { ReceivedRequest, StubResponse } from './stand-in.ts'

// Services fail in every way at once, and the worker is killed while they do. Later each of them works again.

let all: AllServices
let worker: ChildProcess | undefined
afterAll(async () => {
  worker?.kill('SIGKILL')
  await all.close()
})

interface Fault {
  title: string
  kind: AccountKind
  details: IntegrationDetails
  /** The service as `held` names it. */
  name: string
  /** Leads are delivered before it begins. */
  isLater?: true
  /** Begins; `met` is called when a request meets it. */
  begin(met: () => void, campaign: CampaignPath): unknown
  end?(campaign: CampaignPath): unknown
}

const firms = () => all.services.firms
let isOver = false

/** The service responds with this to the first requests that write, or for as long as it fails. */
const answering =
  (kind: Exclude<AccountKind, 'googlesheets'>, response: () => StubResponse, times = Number.POSITIVE_INFINITY) =>
  (met: () => void): void =>
    firms()[kind].fail(
      { kind: 'answer', response: response() },
      {
        times,
        when: ({ method }) => {
          const isMet = !isOver && method !== 'GET'
          if (isMet) met()
          return isMet
        },
      },
    )

/** The sheet of a campaign. */
async function bookOf(campaign: CampaignPath) {
  const { state } = await all.world.destinationOf(campaign)
  return firms().googlesheets.books.get(String(state['spreadsheetId']))!
}

const faults: readonly Fault[] = [
  {
    title: 'a rate limit that names a wait',
    kind: 'clickfunnels',
    name: 'ClickFunnels 2.0',
    details: { tags: ['1'] },
    begin: answering('clickfunnels', () => ({ status: 429, headers: { 'retry-after': '300' } }), 1),
  },
  {
    title: 'an hour of errors',
    kind: 'kartra',
    name: 'Kartra',
    details: { lists: ['Webinar'] },
    begin: answering('kartra', () => ({ status: 500 })),
  },
  {
    title: 'a redirect into a private network',
    kind: 'custom',
    name: 'Custom integration',
    details: {},
    begin: answering('custom', () => ({ status: 302, headers: { location: 'http://10.0.0.1/leads' } })),
  },
  {
    title: 'a response of 100 MB',
    kind: 'sendgrid',
    name: 'SendGrid',
    details: { lists: [demoLists.Newsletter] },
    begin: answering('sendgrid', () => ({ status: 200, body: '['.repeat(100 * 1024 * 1024) }), 1),
  },
  {
    title: 'a token revoked between two requests of a lead',
    kind: 'highlevel',
    name: 'HighLevel',
    details: { tags: ['Hot lead'] },
    begin: (met) =>
      firms().highlevel.fail(
        { kind: 'hang' },
        {
          when: ({ url }) => {
            if (!url.pathname.endsWith('/tags') || isOver) return false
            firms().highlevel.revoke()
            met()
            return false
          },
        },
      ),
    end: () => all.world.authorize(all.clientId, 'highlevel'),
  },
  {
    title: 'a deleted sheet',
    kind: 'googlesheets',
    name: 'Google Sheets',
    details: {},
    isLater: true,
    async begin(met, campaign) {
      const { id } = await bookOf(campaign)
      firms().googlesheets.books.delete(id)
      firms().googlesheets.fail({ kind: 'hang' }, { when: meets(met, id) })
    },
    end: ({ campaignId }) =>
      all.world.http.as(all.world.tree.acme.owner).call(resetSpreadsheet, { body: { leadspeek_api_id: campaignId } }),
  },
  {
    title: 'a renamed column',
    kind: 'googlesheets',
    name: 'Google Sheets',
    details: {},
    isLater: true,
    async begin(met, campaign) {
      const { id, rows } = await bookOf(campaign)
      rows[0] = rows[0]!.map((name) => (name === 'Email' ? 'Contact' : name))
      const isAppended = ({ url }: ReceivedRequest): boolean => {
        const isIt = url.pathname.endsWith(`${id}:batchUpdate`)
        if (isIt) met()
        return isIt
      }
      firms().googlesheets.fail({ kind: 'withhold-answer' }, { when: isAppended })
    },
  },
]

/** Notes a request about a sheet, which is answered as usual. */
const meets =
  (met: () => void, id: string) =>
  ({ url }: ReceivedRequest): boolean => {
    if (url.pathname.includes(id)) met()
    return false
  }

const leadsOf = new Map<Fault, { campaign: CampaignPath; leads: { id: string; email: string }[] }>()

async function start(fault: Fault): Promise<void> {
  const campaign = await all.world.newCampaign()
  await all.use(campaign, fault.kind, fault.details)
  const leads = await all.world.addLeads(campaign, fault.isLater ? 1 : 3)
  leadsOf.set(fault, { campaign, leads })
}

beforeAll(async () => {
  all = await connectAllServices()
  const { world } = all
  for (const fault of faults.filter(({ isLater }) => isLater)) await start(fault)
  await world.deliverFor(0.1)
  for (const fault of faults.filter(({ isLater }) => !isLater)) await start(fault)
  const meetings: Promise<void>[] = []
  for (const [fault, { campaign, leads }] of leadsOf) {
    if (fault.isLater) leads.push(...(await world.addLeads(campaign, 2)))
    let note = (): void => {}
    meetings.push(new Promise((done) => (note = done)))
    await fault.begin(note, campaign)
  }
  worker = startDeliveryWorker(world.db, world.clock.now() - Date.now(), all.env)
  const exit = new Promise((gone) => worker!.once('exit', gone))
  await Promise.all(meetings)
  worker.kill('SIGKILL')
  await exit

  world.wait(lease_ms + 1_000)
  await world.deliverFor(1)
  isOver = true
  for (const [fault, { campaign }] of leadsOf) {
    await fault.end?.(campaign)
    // Permanent causes have paused it: choosing anew sends what was missed.
    if ((await world.destinationOf(campaign)).status === 'disabled') await all.use(campaign, fault.kind, fault.details)
  }
  await world.deliverFor(12)
}, 120_000)

test.each(faults)('$title and a killed worker lose no lead and send none twice', async (fault) => {
  const { campaign, leads } = leadsOf.get(fault)!
  const deliveries = await all.world.deliveriesOf(campaign)
  expect(deliveries.map(({ status }) => status)).toEqual(leads.map(() => 'delivered'))
  const emails = all.services.held()[fault.name]!
  const copies = leads.map(({ email }) => emails.filter((one) => one === email).length)
  expect(copies).toEqual(leads.map(() => 1))
})
