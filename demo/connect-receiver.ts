import { addWebhook, openWebhookSecret } from '#server/areas/integrations/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { campaigns, demoId, pathOf } from './world.ts'

const root = { kind: 'root', rootId: demoId('Leadloom') } as const

/** Sends the leads of the demo's running campaigns to the demo's receiver. */
export async function addWebhooks(platform: Platform, url: string): Promise<void> {
  await inScope(platform.appPool, root, async (tx) => {
    for (const campaign of campaigns.filter(({ status, recipients }) => status === 'active' && recipients.length > 0)) {
      const { rootId, agencyId, clientId } = pathOf(campaign.client)
      if (agencyId === null || clientId === null) throw new Error(`${campaign.client} is no client`)
      const campaignId = demoId(`${campaign.client} ${campaign.name}`)
      await addWebhook(tx, platform, { rootId, agencyId, clientId, campaignId }, url)
    }
  })
}

/** The receiver gets a free port at each start: webhooks that pointed to its last one follow it. */
export async function followReceiver(platform: Platform, url: string): Promise<void> {
  const anyPort = url.replace(/:\d+\//, ':%/')
  await inScope(platform.appPool, root, (tx) =>
    tx.query('update destination set url = $1 where url like $2 and url <> $1 and removed_at is null', [url, anyPort]),
  )
}

/** The signing secrets of all webhooks that point to an address. */
export async function findSecretsOf(platform: Platform, url: string): Promise<string[]> {
  const { rows } = await inScope(platform.appPool, root, (tx) =>
    tx.query<{ agency_id: string; id: string; secret_sealed: string }>(
      'select agency_id, id, secret_sealed from destination where url = $1 and secret_sealed is not null',
      [url],
    ),
  )
  return rows.map((row) => openWebhookSecret(platform, row.agency_id, row.id, row.secret_sealed))
}
