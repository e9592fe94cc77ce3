import {
  authorizeIntegration,
  finishAuthorization,
  saveCampaignIntegration,
  saveIntegration,
} from '#contract/integrations/connections.ts'
import type { IntegrationDetails, ServiceSlug } from '#contract/integrations/services.ts'
import { createDeliverer, type Deliverer } from '#server/areas/integrations/deliveries/deliver.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { createTestApp, noLimits, type TestAnswer, type TestApp } from './app.ts'
import { makeLeads, noon_ms, type StillClock } from './deliveries-world.ts'
import { makeCampaign, makeTree, type TestTree } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'

/** An agency with clients and campaigns whose leads go to stand-ins of outside services. */
export interface ConnectionsWorld {
  db: TestDatabase
  http: TestApp
  tree: TestTree
  clock: StillClock
  deliverer: Deliverer
  /** A campaign of Acme's first client, or of another one. */
  newCampaign(client?: TestTree['acme']['clients'][number]): Promise<CampaignPath>
  /** Connects with pasted credentials. */
  connect(
    companyId: string,
    slug: ServiceSlug,
    fields: Record<string, unknown>,
  ): Promise<TestAnswer<typeof saveIntegration>>
  /** Authorizes at a firm's stand-in, as the account's owner would in a browser. */
  authorize(companyId: string, slug: ServiceSlug): Promise<TestAnswer<typeof finishAuthorization>>
  /** Sends a campaign's leads to the service. */
  use(campaign: CampaignPath, slug: ServiceSlug, details: IntegrationDetails, more?: object): Promise<string>
  /** New leads of a campaign, each with a different email address. */
  addLeads(campaign: CampaignPath, count: number): Promise<{ id: string; email: string }[]>
  deliveriesOf(
    campaign: CampaignPath,
  ): Promise<{ lead_id: string; status: string; attempts: number; cause: string | null }[]>
  destinationOf(
    campaign: CampaignPath,
  ): Promise<{ id: string; status: string; cause: string | null; state: Record<string, unknown> }>
  /** Runs deliveries for this many hours, moving the clock to each next attempt. */
  deliverFor(hours: number): Promise<void>
  /** Moves the clock and drops sessions, which would expire. */
  wait(by_ms: number): void
  close(): Promise<void>
}

export async function makeConnectionsWorld(env: Record<string, string>): Promise<ConnectionsWorld> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  const clock = createStillClock(noon_ms)
  const http = await createTestApp(db, { clock, env, limiter: noLimits })
  const deliverer = createDeliverer(http.platform)
  const rootId = tree.acme.owner.rootId
  let leadsMade = 0
  return {
    db,
    http,
    tree,
    clock,
    deliverer,
    async newCampaign(client = tree.acme.clients[0]!) {
      const { id } = await makeCampaign(db, client)
      return { rootId: client.user.rootId, agencyId: client.user.agencyId!, clientId: client.id, campaignId: id }
    },
    connect: (companyId, slug, fields) =>
      http.as(tree.acme.owner).call(saveIntegration, {
        body: { company_id: companyId, integration_slug: slug, enable: 'T', ...fields },
      }),
    authorize: (companyId, slug) => authorize(http, tree, companyId, slug),
    async use(campaign, slug, details, more = {}) {
      const answer = await http.as(tree.acme.owner).call(saveCampaignIntegration, {
        body: { leadspeek_api_id: campaign.campaignId, integration_slug: slug, enable: 'T', details, ...more },
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.data.destination_id!
    },
    async addLeads(campaign, count) {
      const ids = await makeLeads(db.adminPool, campaign, count, clock.now())
      const leads = ids.map((id) => ({ id, email: `ada${++leadsMade}@example.com` }))
      await db.adminPool.query(
        `update lead set email = given.email from unnest($1::uuid[], $2::text[]) as given (id, email) where lead.id = given.id`,
        [ids, leads.map(({ email }) => email)],
      )
      const toSend = ids.map((leadId) => ({ leadId, ...campaign }))
      await inScope(db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
        queueDeliveries(tx, campaign, clock.now(), toSend),
      )
      return leads
    },
    deliveriesOf: (campaign) => readDeliveries(db, campaign),
    destinationOf: (campaign) => readDestination(db, campaign),
    deliverFor: (hours) => deliverFor({ db, http, clock, deliverer, rootId }, hours),
    wait(by_ms) {
      clock.advance(by_ms)
      http.forget()
    },
    async close() {
      await deliverer.stop()
      await http.close()
      await db.drop()
    },
  }
}

const readDeliveries = async (db: TestDatabase, { campaignId }: CampaignPath) =>
  (
    await db.adminPool.query<{ lead_id: string; status: string; attempts: number; cause: string | null }>(
      `select lead_id, delivery.status, attempts, delivery.last_error_code as cause
       from delivery join destination on destination.agency_id = delivery.agency_id and destination.id = destination_id
         and connection_id is not null
       where delivery.campaign_id = $1 order by delivery.id`,
      [campaignId],
    )
  ).rows

const readDestination = async (db: TestDatabase, { campaignId }: CampaignPath) =>
  (
    await db.adminPool.query<{ id: string; status: string; cause: string | null; state: Record<string, unknown> }>(
      `select id, status, last_error_code as cause, state from destination
       where campaign_id = $1 and removed_at is null and connection_id is not null`,
      [campaignId],
    )
  ).rows[0]!

type Moved = Pick<ConnectionsWorld, 'db' | 'http' | 'clock' | 'deliverer'> & { rootId: string }

async function deliverFor({ db, http, clock, deliverer, rootId }: Moved, hours: number): Promise<void> {
  const end_ms = clock.now() + hours * 3_600_000
  // Sessions would expire within these hours.
  http.forget()
  for (;;) {
    await deliverer.deliverDue(rootId)
    const { rows } = await db.adminPool.query<{ next: Date | null }>(
      `select min(next_attempt_at) as next from delivery where status = 'waiting'`,
    )
    const next_ms = rows[0]?.next?.getTime()
    if (next_ms === undefined || next_ms > end_ms) return
    clock.advance(Math.max(1, next_ms - clock.now()))
  }
}

/** Follows the program's authorization URL to the redirect that grants consent. */
async function authorize(http: TestApp, { acme }: TestTree, companyId: string, slug: ServiceSlug) {
  const owner = http.as(acme.owner)
  const body = { company_id: companyId, integration_slug: slug }
  const authorization = await owner.call(authorizeIntegration, { body })
  if (authorization.status !== 200) throw new Error(JSON.stringify(authorization.body))
  const answer = await fetch(authorization.body.data.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const { code, state } = Object.fromEntries(back.searchParams)
  return owner.call(finishAuthorization, { body: { ...body, code, state } })
}
