import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { googleEnv, startGoogle, type GoogleStandIn } from './stand-in.ts'

// With whom the sheet of a campaign is shared, and whether they edit it or only read it (decision 191).

let world: ConnectionsWorld
let google: GoogleStandIn
let campaign: CampaignPath

beforeAll(async () => {
  google = await startGoogle(() => (world ? machineTime(world.clock) : noon_ms))
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: google.host, ...googleEnv(google.url) })
})
afterAll(async () => {
  await world.close()
  await google.stop()
})
beforeEach(async () => {
  world.wait(61_000)
  google.books.clear()
  await world.authorize(world.tree.acme.clients[0]!.id, 'googlesheets')
  campaign = await world.newCampaign()
  await allowEditing(true)
  await saveRecipients('reports@plumbright.test')
  await world.use(campaign, 'googlesheets', {})
})

const saveRecipients = (...addresses: string[]) =>
  inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    saveReportRecipients(tx, campaign, world.clock.now(), addresses),
  )
const allowEditing = (edits: boolean) =>
  world.db.adminPool.query('update company set edits_sheets = $2 where id = $1', [campaign.clientId, edits])

/** Delivers a lead; returns the campaign's sheet. */
async function deliver() {
  await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  const [book] = google.books.values()
  return book!
}
const roles = async () => {
  const { editors, readers } = await deliver()
  const inOrder = (people: Set<string>) => [...people].map((address) => address.toLowerCase()).toSorted()
  return { editors: inOrder(editors), readers: inOrder(readers) }
}

test('former report recipients lose their access, everyone else keeps it', async () => {
  await saveRecipients('Reports@plumbright.test', 'leaves@plumbright.test')
  const book = await deliver()
  // A person whom the owner added by hand keeps access.
  book.editors.add('partner@elsewhere.test')
  await saveRecipients('reports@plumbright.test')
  expect((await roles()).editors).toEqual(['partner@elsewhere.test', 'reports@plumbright.test'])
  await saveRecipients()
  expect((await roles()).editors).toEqual(['partner@elsewhere.test'])
  expect(book.rows).toHaveLength(4)
})

test('report recipients whose agency wants it so can only read the sheet, whoever had been invited before', async () => {
  await allowEditing(false)
  expect(await roles()).toEqual({ editors: [], readers: ['reports@plumbright.test'] })
  const [book] = google.books.values()
  book!.readers.add('partner@elsewhere.test')
  await allowEditing(true)
  expect(await roles()).toEqual({ editors: ['reports@plumbright.test'], readers: ['partner@elsewhere.test'] })
  await allowEditing(false)
  await saveRecipients('reports@plumbright.test', 'second@plumbright.test')
  expect(await roles()).toEqual({
    editors: [],
    readers: ['partner@elsewhere.test', 'reports@plumbright.test', 'second@plumbright.test'],
  })
})

test('if Google rejects the change, it is requested again with the next lead; leads arrive meanwhile', async () => {
  await deliver()
  await allowEditing(false)
  google.fail({ kind: 'answer', response: { status: 403, body: {} } }, { when: ({ method }) => method === 'PATCH' })
  expect(await roles()).toEqual({ editors: ['reports@plumbright.test'], readers: [] })
  expect(await roles()).toEqual({ editors: [], readers: ['reports@plumbright.test'] })
  const [book] = google.books.values()
  expect(book!.rows).toHaveLength(4)
})
