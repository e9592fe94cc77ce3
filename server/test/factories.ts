import { hashSync } from '@node-rs/argon2'
import type { Module } from '#contract/campaigns/modules.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { indexCampaignName } from '../areas/campaigns/changes/index-campaign-name.ts'
import { addCompany, type NewCompany } from '#server/areas/tenants/add-company.ts'
import { updateMainUser } from '#server/areas/tenants/update-main-user.ts'
import { inScope } from '../platform/database/scope.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId, newPixelKey } from '../platform/ids.ts'
import type { TestDatabase } from './harness.ts'

/** Everybody's password in tests, hashed at argon2's lowest cost. */
export const testPassword = 'correct-horse-battery'
const testHash = hashSync(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface TestUser {
  id: string
  kind: UserKind
  email: string
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  /** The host where this person signs in. */
  host: string
}

export interface TestClient {
  id: string
  name: string
  user: TestUser
}

export interface TestAgency {
  id: string
  name: string
  host: string
  owner: TestUser
  /** An administrator with every menu flag. */
  admin: TestUser
  /** An administrator whose role has no flags. */
  bareAdmin: TestUser
  clients: TestClient[]
}

export interface TestTree {
  root: { id: string; host: string; system: TestUser; admin: TestUser; salesRep: TestUser; executive: TestUser }
  /** Two clients. */
  acme: TestAgency
  /** One client. */
  brightside: TestAgency
  /** Another operator's tree in the same database, with one agency and one client. */
  other: { rootId: string; system: TestUser; agency: TestAgency }
}

/** Anything that bypasses row-level security. */
type Sighted = Pick<TestDatabase, 'adminPool'>

interface Place {
  companyId: string
  rootId: string
  agencyId: string | null
  clientId: string | null
  host: string
}

type AgencyPlace = Pick<Place, 'rootId' | 'agencyId' | 'host'>

/** A root with the agencies acme and brightside, their hosts, brands, clients and one person of each kind. */
export const makeTree = (db: Sighted): Promise<TestTree> => asWriter(db, addTree)

/** One transaction for all rows, because hundreds of tests make a tree. */
const asWriter = <T>(db: Sighted, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db.adminPool, { kind: 'none' }, work)

async function addTree(tx: Tx): Promise<TestTree> {
  const root = await addRoot(tx, 'Leadloom', 'localhost')
  const otherRoot = await addRoot(tx, 'Otherloom', 'other.localhost')
  const person = (kind: UserKind, email: string, permissions = {}): Promise<TestUser> =>
    addUser(tx, root, kind, email, permissions)
  return {
    root: {
      id: root.rootId,
      host: root.host,
      system: await person('rootSystem', 'root@leadloom.test'),
      admin: await person('rootAdmin', 'rootadmin@leadloom.test', { all: true }),
      salesRep: await person('salesRep', 'rep@leadloom.test'),
      executive: await person('accountExecutive', 'ae@leadloom.test'),
    },
    acme: await addAgency(tx, root, 'Acme', ['Plumbright', 'Harbor Realty']),
    brightside: await addAgency(tx, root, 'Brightside', ['Solstice']),
    other: {
      rootId: otherRoot.rootId,
      system: await addUser(tx, otherRoot, 'rootSystem', 'root@otherloom.test'),
      agency: await addAgency(tx, otherRoot, 'Otheragency', ['Otherclient']),
    },
  }
}

async function addRoot(tx: Tx, name: string, host: string): Promise<Place> {
  const id = newId(Date.now())
  const path: Place = { companyId: id, rootId: id, agencyId: null, clientId: null, host }
  await insertCompany(tx, path, 'root', name)
  await addBrand(tx, path, name, '#2f6fed')
  // Most tests are about what comes back to an agency, not about how much of it may: those set the usual limit again.
  await tx.query('insert into share_rule values ($1, $1, false, 0, 0)', [id])
  return path
}

/** An agency with owner, administrators, host `<slug>.localhost`, brand and one client per name. */
export const makeAgency = (
  db: Sighted,
  root: { rootId: string },
  name: string,
  clientNames: readonly string[],
): Promise<TestAgency> => asWriter(db, (tx) => addAgency(tx, root, name, clientNames))

async function addAgency(
  tx: Tx,
  root: { rootId: string },
  name: string,
  clientNames: readonly string[],
): Promise<TestAgency> {
  const id = newId(Date.now())
  const slug = name.toLowerCase()
  const path: Place = { companyId: id, rootId: root.rootId, agencyId: id, clientId: null, host: `${slug}.localhost` }
  await insertCompany(tx, path, 'agency', name)
  await addBrand(tx, path, name, slug === 'acme' ? '#0f766e' : '#b45309')
  const owner = await addUser(tx, path, 'agencyOwner', `owner@${slug}.test`)
  const admin = await addUser(tx, path, 'administrator', `admin@${slug}.test`, { all: true })
  const bareAdmin = await addUser(tx, path, 'administrator', `bare@${slug}.test`)
  const clients: TestClient[] = []
  for (const clientName of clientNames) clients.push(await addClient(tx, path, clientName))
  return { id, name, host: path.host, owner, admin, bareAdmin, clients }
}

/** A client of an agency with its main user. */
export const makeClient = (db: Sighted, agency: AgencyPlace, name: string): Promise<TestClient> =>
  asWriter(db, (tx) => addClient(tx, agency, name))

async function addClient(tx: Tx, agency: AgencyPlace, name: string): Promise<TestClient> {
  const id = newId(Date.now())
  const path: Place = { ...agency, companyId: id, clientId: id }
  await insertCompany(tx, path, 'client', name)
  const user = await addUser(tx, path, 'client', `client@${name.toLowerCase().replaceAll(' ', '')}.test`)
  return { id, name, user }
}

export const makeUser = (
  db: Sighted,
  path: Place,
  kind: UserKind,
  email: string,
  permissions: Record<string, boolean> = {},
): Promise<TestUser> => asWriter(db, (tx) => addUser(tx, path, kind, email, permissions))

async function addUser(
  tx: Tx,
  path: Place,
  kind: UserKind,
  email: string,
  permissions: Record<string, boolean> = {},
): Promise<TestUser> {
  const id = newId(Date.now())
  const { companyId, rootId, agencyId, clientId, host } = path
  await tx.together(() => [
    tx.prepared(
      'add test user',
      `insert into app_user (id, company_id, root_id, agency_id, client_id, kind, full_name, email, permissions, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())`,
      [id, companyId, rootId, agencyId, clientId, kind, email.split('@')[0], email, permissions],
    ),
    updateMainUser(tx, id),
    tx.prepared(
      'add test credential',
      'insert into credential (user_id, root_id, email, password_hash, changed_at) values ($1, $2, $3, $4, now())',
      [id, rootId, email, testHash],
    ),
  ])
  return { id, kind, email, companyId, rootId, agencyId, clientId, host }
}

const insertCompany = (tx: Tx, path: Place, kind: NewCompany['kind'], name: string): Promise<void> =>
  addCompany(tx, Date.now(), { id: path.companyId, kind, name, rootId: path.rootId, agencyId: path.agencyId })

async function addBrand(tx: Tx, path: Place, name: string, color: string): Promise<void> {
  const { companyId, rootId, agencyId, host } = path
  await tx.together(() => [
    tx.prepared(
      'add test brand',
      `insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, mail_from, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [companyId, rootId, agencyId, name, `${name} Inc.`, color, `hello@${name.toLowerCase()}.test`],
    ),
    tx.prepared(
      'add test host',
      `insert into host (host, company_id, root_id, agency_id, verified_at, is_subdomain)
       values ($1, $2, $3, $4, clock_timestamp(), $4::uuid is not null)`,
      [host, companyId, rootId, agencyId],
    ),
  ])
}

/** A test's campaign. Defaults are typical of a client: running, national, with an email address. */
export interface CampaignParts {
  name?: string
  module?: Module
  status?: 'draft' | 'active' | 'pause' | 'stop' | 'archived'
  siteUrl?: string
  siteHosts?: string[]
  startDate?: string
  timeZone?: string
  retailPrice_e4?: number
  wholesalePrice_e4?: number
  reportRecipients?: string[]
}

export interface TestCampaign {
  id: string
  name: string
  pixelKey: string
  /** Defaults to Site ID. */
  module?: Module
}

/** A campaign of a client with its pixel, included in the stored counts. */
export async function makeCampaign(db: Sighted, client: TestClient, parts: CampaignParts = {}): Promise<TestCampaign> {
  const module = parts.module ?? 'local'
  const campaign = { id: newId(Date.now()), name: parts.name ?? 'Visitors', pixelKey: newPixelKey(), module }
  const { rootId, agencyId } = client.user
  const hosts = parts.siteHosts ?? ['site.localhost']
  const status = parts.status ?? 'active'
  await db.adminPool.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, site_url, site_hosts,
       time_zone, start_date, retail_price_e4, wholesale_price_e4, report_recipients, limit_leads, limit_period, created_at, updated_at)
     values ($1, $2, $3, $4, $15, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1000000, 'total', now(), now())`,
    [
      agencyId,
      campaign.id,
      rootId,
      client.id,
      campaign.name,
      status,
      campaign.pixelKey,
      parts.siteUrl ?? 'http://site.localhost/',
      hosts,
      parts.timeZone ?? 'America/Chicago',
      parts.startDate ?? '2026-01-01',
      parts.retailPrice_e4 ?? 15_000,
      parts.wholesalePrice_e4 ?? 5_000,
      parts.reportRecipients ?? [],
      module,
    ],
  )
  await db.adminPool.query(
    `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [campaign.pixelKey, rootId, agencyId, client.id, campaign.id, hosts, status !== 'archived'],
  )
  await inScope(db.adminPool, { kind: 'none' }, (tx) => indexCampaignName(tx, agencyId!, campaign.id))
  await db.adminPool.query(
    'update company_count set campaigns = campaigns + $2, active_campaigns = active_campaigns + $3 where company_id = $1',
    [client.id, status === 'archived' ? 0 : 1, status === 'active' ? 1 : 0],
  )
  return campaign
}
