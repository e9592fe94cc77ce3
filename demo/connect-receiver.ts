import { addEventEndpoint } from '#server/areas/developers/webhooks/endpoints.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { insertMessages } from '#server/areas/integrations/publish-events.ts'
import { openWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, developers, pathOf } from './world.ts'
import { readWorld } from './wide/world-size.ts'

const root = { kind: 'root', rootId: demoId('Leadloom') } as const

/** Sends the leads of the demo's running campaigns to the demo's webhook receiver. */
export async function addWebhooks(platform: Platform, url: string): Promise<void> {
  const { campaigns } = await readWorld(platform)
  await inScope(platform.appPool, root, async (tx) => {
    for (const campaign of campaigns.filter(({ status, recipients }) => status === 'active' && recipients.length > 0)) {
      const { rootId, agencyId, clientId } = pathOf(campaign.client)
      if (agencyId === null || clientId === null) throw new Error(`${campaign.client} is not a client`)
      const campaignId = demoId(`${campaign.client} ${campaign.name}`)
      await addWebhook(tx, platform, { rootId, agencyId, clientId, campaignId }, url)
    }
  })
}

/** The path for event webhooks; leads go to the receiver's own URL. */
const forEvents = (url: string): string => new URL('/events', url).href

/** Also sends the events of agencies with the developer API to the receiver: a test message shows that it works. */
export async function addEventWebhooks(platform: Platform, url: string): Promise<void> {
  const now_ms = platform.clock.now()
  await inScope(platform.appPool, root, async (tx) => {
    for (const agency of developers) {
      const { rootId, agencyId } = pathOf(agency)
      if (agencyId === null) throw new Error(`${agency} is not an agency`)
      const book = { rootId, agencyId }
      const { id } = await addEventEndpoint(
        tx,
        platform,
        book,
        forEvents(url),
        ['campaign.status_changed', 'delivery.failed'],
        now_ms,
      )
      const test = { id, isOff: false, type: 'webhook.test' }
      await insertMessages(tx, book, now_ms, test, [{ clientId: null, data: { webhook_id: id } }])
    }
  })
}

/** The receiver gets a free port at each start, so update the webhooks that point to its last one. */
export async function followReceiver(platform: Platform, url: string): Promise<void> {
  const places = [
    ['destination', url],
    ['event_endpoint', forEvents(url)],
  ] as const
  await inScope(platform.appPool, root, async (tx) => {
    for (const [table, to] of places)
      await tx.query(`update ${table} set url = $1 where url like $2 and url <> $1 and removed_at is null`, [
        to,
        to.replace(/:\d+\//, ':%/'),
      ])
  })
}

/** The signing secrets of all webhooks that point to this URL. */
export async function findSecretsOf(platform: Platform, url: string): Promise<string[]> {
  const { rows } = await inScope(platform.appPool, root, (tx) =>
    tx.query<{ agency_id: string; id: string; secret_sealed: string }>(
      `select agency_id, id, secret_sealed from destination where url = $1 and secret_sealed is not null
       union all select agency_id, id, secret_sealed from event_endpoint where url = $2`,
      [url, forEvents(url)],
    ),
  )
  return rows.map((row) => openWebhookSecret(platform, row.agency_id, row.id, row.secret_sealed))
}
