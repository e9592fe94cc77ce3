import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import type { Deliverer } from '#server/areas/integrations/deliveries/deliver.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import type { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'

export type StillClock = ReturnType<typeof createStillClock>

/** Midday in the middle of the year, so that no test depends on the calendar. */
export const noon_ms = Date.UTC(2026, 5, 15, 12)

/** A root, an agency with a brand, its client and that client's active campaign, inserted without access checks. */
export async function makeCampaignPath(admin: Pool, agencyName = 'Acme Leads'): Promise<CampaignPath> {
  const rootId = newId(noon_ms)
  await admin.query(`${company} ($1, 'root', $1, null, null, 'Root', $2)`, [rootId, new Date(noon_ms)])
  await insertBrand(admin, rootId, null, 'Root')
  return insertAgency(admin, rootId, agencyName)
}

/** Another agency of the same root, with its client and that client's campaign. */
export const makeSisterAgency = (admin: Pool, { rootId }: CampaignPath): Promise<CampaignPath> =>
  insertAgency(admin, rootId, 'Brightside Leads')

const company = 'insert into company (id, kind, root_id, agency_id, client_id, name, created_at) values '

const insertBrand = (admin: Pool, rootId: string, agencyId: string | null, name: string): Promise<unknown> =>
  admin.query(
    `insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, mail_from, updated_at)
     values ($1, $2, $3, $4, $4, '#2255cc', 'leads@acme.test', $5)`,
    [agencyId ?? rootId, rootId, agencyId, name, new Date(noon_ms)],
  )

async function insertAgency(admin: Pool, rootId: string, agencyName: string): Promise<CampaignPath> {
  const at = new Date(noon_ms)
  const [agencyId, clientId, campaignId] = Array.from({ length: 3 }, () => newId(noon_ms)) as [string, string, string]
  await admin.query(`${company} ($1, 'agency', $2, $1, null, $3, $4)`, [agencyId, rootId, agencyName, at])
  await admin.query(`${company} ($1, 'client', $2, $3, $1, 'Plumbright', $4)`, [clientId, rootId, agencyId, at])
  await insertBrand(admin, rootId, agencyId, agencyName)
  await insertCampaign(admin, { rootId, agencyId, clientId, campaignId })
  return { rootId, agencyId, clientId, campaignId }
}

/** Another campaign of the same client. */
export async function makeSisterCampaign(admin: Pool, path: CampaignPath): Promise<CampaignPath> {
  const sister = { ...path, campaignId: newId(noon_ms) }
  await insertCampaign(admin, sister)
  return sister
}

/** A campaign of another client of the same agency. */
export async function makeSisterClient(admin: Pool, path: CampaignPath): Promise<CampaignPath> {
  const clientId = newId(noon_ms)
  const { rootId, agencyId } = path
  await admin.query(`${company} ($1, 'client', $2, $3, $1, 'Harbor', $4)`, [
    clientId,
    rootId,
    agencyId,
    new Date(noon_ms),
  ])
  return makeSisterCampaign(admin, { ...path, clientId })
}

async function insertCampaign(admin: Pool, path: CampaignPath): Promise<void> {
  await admin.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date,
                           retail_price_e4, wholesale_price_e4, limit_leads, created_at, updated_at)
     values ($1, $2, $3, $4, 'local', 'Spring visitors', 'active', $5, '2026-01-01', 12500, 5000, 10000, $6, $6)`,
    [
      path.agencyId,
      path.campaignId,
      path.rootId,
      path.clientId,
      path.campaignId.replaceAll('-', '').slice(-16),
      new Date(noon_ms),
    ],
  )
}

interface Reader {
  email: string
  kind?: string
  language?: string
}

/** A user of the client, or of the agency if the path has no client. Inserted without access checks; cannot sign in. */
export async function makeReader(
  admin: Pool,
  { rootId, agencyId, clientId }: Pick<CampaignPath, 'rootId' | 'agencyId'> & { clientId: string | null },
  { email, kind = 'client', language = 'en' }: Reader,
): Promise<void> {
  await admin.query(
    `insert into app_user (id, company_id, root_id, agency_id, client_id, kind, full_name, email, language, created_at)
     values ($1, $2, $3, $4, $5, $6, 'Somebody', $7, $8, now())`,
    [newId(noon_ms), clientId ?? agencyId, rootId, agencyId, clientId, kind, email, language],
  )
}

/** Leads of the campaign, inserted without access checks and without deliveries. */
export async function makeLeads(admin: Pool, path: CampaignPath, count: number, at_ms = noon_ms): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(at_ms))
  await admin.query(
    `insert into lead (agency_id, id, root_id, client_id, campaign_id, created_at, match_key, confidence, first_name,
                       last_name, email, phone_e164, street, city, state, zip, page_url, wholesale_price_e4,
                       retail_price_e4)
     select $1, id, $2, $3, $4, $5, 'md5', 0.98, 'Ada', 'Lovelace', 'ada@example.com', '+15555550100',
            '12 Analytical Way', 'Austin', 'TX', '78701', 'https://plumbright.test/pricing', 5000, 12500
     from unnest($6::uuid[]) as id`,
    [path.agencyId, path.rootId, path.clientId, path.campaignId, new Date(at_ms), ids],
  )
  return ids
}

/** A webhook destination without a secret, inserted without access checks. */
export async function makeDestination(admin: Pool, path: CampaignPath, url: string, status = 'ok'): Promise<string> {
  const id = newId(noon_ms)
  await admin.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, status, created_at)
     values ($1, $2, $3, $4, $5, 'webhook', $6, $7, $8)`,
    [path.agencyId, id, path.rootId, path.clientId, path.campaignId, url, status, new Date(noon_ms)],
  )
  return id
}

/** What a stand-in of a receiver saw of one attempt. */
export interface Seen {
  path: string
  at_ms: number
  headers: IncomingHttpHeaders
  body: string
}

export interface StandIn {
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string
  seen: Seen[]
  /** The maximum of concurrent requests, by path. */
  maxOpen: Map<string, number>
  close(): Promise<void>
}

/** A real server on loopback whose behavior depends on the path; `now` is the tests' clock. */
export async function standIn(
  now: () => number,
  behave: (seen: Seen, response: ServerResponse) => void,
): Promise<StandIn> {
  const requests: Seen[] = []
  const open = new Map<string, number>()
  const maxOpen = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    open.set(path, (open.get(path) ?? 0) + 1)
    maxOpen.set(path, Math.max(maxOpen.get(path) ?? 0, open.get(path)!))
    response.on('close', () => open.set(path, open.get(path)! - 1))
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const one = { path, at_ms: now(), headers: request.headers, body: Buffer.concat(chunks).toString() }
    requests.push(one)
    behave(one, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: requests,
    maxOpen,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Delivers, moves the clock to the next attempt, and repeats until nothing is pending or the time is over. */
export async function deliverThrough(
  admin: Pool,
  rootId: string,
  deliverer: Deliverer,
  clock: StillClock,
  hours = 1_000,
): Promise<void> {
  const end_ms = clock.now() + hours * 3_600_000
  for (;;) {
    await deliverer.deliverDue(rootId)
    const { rows } = await admin.query<{ next: Date | null }>(
      `select min(greatest(next_attempt_at, held_until)) as next from delivery
         join destination on destination.agency_id = delivery.agency_id and destination.id = destination_id
        where delivery.root_id = $1 and delivery.status = 'waiting'`,
      [rootId],
    )
    const next_ms = rows[0]?.next?.getTime()
    if (next_ms === undefined || next_ms > end_ms) return
    clock.advance(Math.max(0, next_ms - clock.now()))
  }
}
