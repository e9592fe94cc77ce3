import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { newWebhookSecret, sealWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { newId } from '#server/platform/ids.ts'
import type pg from 'pg'
import type { Tenant } from '../calls/fill.ts'
import { productionConfig } from '../support/production-config.ts'

/** Creates a webhook for each campaign, and a due delivery for each of its leads. */
export async function queueAll(
  admin: pg.Client,
  tenants: readonly Tenant[],
  { host, dataDir }: { host: string; dataDir: string },
): Promise<void> {
  const secrets = createSecrets(Buffer.from(productionConfig(dataDir, 'web').MASTER_KEY!, 'base64'))
  const endpoints = tenants.map((tenant, n) => {
    const id = newId(Date.now())
    const sealedSecret = sealWebhookSecret({ secrets }, tenant.agencyId, id, newWebhookSecret())
    return { ...tenant, id, sealed: sealedSecret, url: `http://${host}/${n}` }
  })
  // The worker needs the operator's brand.
  await admin.query(
    `insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, mail_from, updated_at)
     values ($1, $1, null, 'Root', 'Root', '#2255cc', 'leads@example.com', now())`,
    [tenants[0]!.rootId],
  )
  await admin.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, secret_sealed, created_at)
     select *, now() from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[])`,
    [
      endpoints.map(({ agencyId }) => agencyId),
      endpoints.map(({ id }) => id),
      endpoints.map(({ rootId }) => rootId),
      endpoints.map(({ clientId }) => clientId),
      endpoints.map(({ campaignId }) => campaignId),
      endpoints.map(() => 'webhook'),
      endpoints.map(({ url }) => url),
      endpoints.map(({ sealed }) => sealed),
    ],
  )
  // One destination per lead, so that its own id identifies the delivery.
  await admin.query(
    `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, next_attempt_at,
       created_at)
     select lead.agency_id, lead.id, lead.root_id, lead.client_id, lead.campaign_id, lead.id, destination.id, 'waiting',
       lead.created_at, lead.created_at
       from lead join destination on destination.agency_id = lead.agency_id and destination.campaign_id = lead.campaign_id`,
  )
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
}

/** Resets this many deliveries of one webhook, as if none had been sent. */
export async function requeue(admin: pg.Client, count: number): Promise<void> {
  await admin.query(
    `update delivery set status = 'waiting', attempts = 0, next_attempt_at = created_at, delivered_at = null, body = null
      where (agency_id, id) in (select agency_id, id from delivery
        where destination_id = (select destination_id from delivery limit 1) limit $1)`,
    [count],
  )
}
