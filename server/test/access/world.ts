import type { ObjectKind, Relation } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import { updateAgencyStaff } from '#server/areas/tenants/update-agency-staff.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { newId } from '#server/platform/ids.ts'
import { makeCampaign, makeTree, type TestAgency, type TestClient, type TestTree, type TestUser } from '../factories.ts'
import type { TestDatabase } from '../harness.ts'

/** A company in the tenant tree, with one object of every kind that can belong to it. */
export interface Spot {
  name: string
  companyId: string
  parent: Spot | null
  /** A user of this company. */
  person: TestUser
  client: TestClient | null
}

export interface World {
  db: TestDatabase
  tree: TestTree
  spots: Spot[]
}

/**
 * Operations after which a token is no longer valid: signing out, view mode, which suspends the caller's own session,
 * and ending another user's sessions.
 */
export const endsSession = ({ name }: Operation): boolean => ['logout', 'switchUser', 'endUserSessions'].includes(name)

/**
 * Two operators' trees: large enough that every relation exists for every kind of caller. Acme is assigned to the
 * account executive, whose payments account is connected.
 */
export async function makeWorld(db: TestDatabase): Promise<World> {
  const tree = await makeTree(db)
  await unassignExecutive({ db, tree })
  const root: Spot = { name: 'root', companyId: tree.root.id, parent: null, person: tree.root.system, client: null }
  const otherRoot: Spot = { ...root, name: 'other root', companyId: tree.other.rootId, person: tree.other.system }
  const below = (parent: Spot, agency: TestAgency): Spot[] => {
    const spot: Spot = { name: agency.name, companyId: agency.id, parent, person: agency.owner, client: null }
    const clients = agency.clients.map((client) => ({
      name: client.name,
      companyId: client.id,
      parent: spot,
      person: client.user,
      client,
    }))
    return [spot, ...clients]
  }
  const spots = [
    root,
    otherRoot,
    ...below(root, tree.acme),
    ...below(root, tree.brightside),
    ...below(otherRoot, tree.other.agency),
  ]
  return { db, tree, spots }
}

/** Enables the account executive (R141) for Acme. Operations that assign an agency's staff undo this. */
export async function unassignExecutive({ db, tree }: Pick<World, 'db' | 'tree'>): Promise<void> {
  const { id } = tree.root.executive
  await db.adminPool.query(`update app_user set account_connected = 'completed' where id = $1`, [id])
  await db.adminPool.query('update company set account_executive_id = $1 where id = $2', [id, tree.acme.id])
  await inScope(db.adminPool, { kind: 'none' }, (tx) => updateAgencyStaff(tx, [tree.acme.id]))
}

/** A visit that a campaign counted, of an unknown visitor. */
export async function makeVisit(db: TestDatabase, campaignId: string): Promise<string> {
  const id = newId(Date.now())
  await ensureDayPartitions(db.ownerPool, 'visit', Date.now(), { daysBack: 0, daysAhead: 0 })
  await db.adminPool.query(
    `insert into visit (agency_id, id, root_id, client_id, campaign_id, at, kind, page_url, reason)
     select agency_id, $1, root_id, client_id, id, now(), 'page', 'https://site.example.test/', 'no_key'
       from campaign where id = $2`,
    [id, campaignId],
  )
  return id
}

const ancestors = (spot: Spot): Spot[] => (spot.parent ? [spot.parent, ...ancestors(spot.parent)] : [])

/** The relation of one spot to another, from the tree's links. */
export function relationBetween(from: Spot, to: Spot): Relation {
  if (from === to) return 'own'
  if (ancestors(to).includes(from)) return 'below'
  if (ancestors(from).includes(to)) return 'above'
  return from.parent !== null && from.parent === to.parent ? 'sibling' : 'foreign'
}

/** The kinds of objects that the tests create and name. */
export const objectKinds = [
  'company',
  'user',
  'role',
  'group',
  'organization',
  'campaign',
  'lead',
  'visit',
  'delivery',
  'destination',
  'import',
] as const satisfies readonly ObjectKind[]

/** Whether a spot can hold this kind: campaigns and their dependents belong to clients, imports to roots. */
export function canHold(kind: Exclude<ObjectKind, 'none'>, spot: Spot): boolean {
  if (['company', 'user', 'banner', 'bannerPicture'].includes(kind)) return true
  if (kind === 'role') return spot.client === null
  if (kind === 'group') return spot.client === null && spot.parent !== null
  return kind === 'import' ? spot.parent === null : spot.client !== null
}

/** A new object at a spot, not changed by earlier calls. Its texts contain the spot's name, the canary for leaks. */
export async function makeObject({ db }: World, kind: Exclude<ObjectKind, 'none'>, spot: Spot): Promise<string> {
  if (kind === 'company') return spot.companyId
  if (kind === 'user') return spot.person.id
  if (kind === 'import') return makeImport(db, spot)
  if (kind === 'role') return makeRole(db, spot)
  if (kind === 'group') return makeGroup(db, spot)
  if (kind === 'banner' || kind === 'bannerPicture') return makeDesign(db, kind, spot)
  if (kind === 'organization')
    return insert(db, spot, 'marketing_organization', {
      name: `${canaryOf(spot)} ${newId(Date.now())}`,
      updated_at: new Date(),
    })
  if (kind === 'audience')
    return insert(db, spot, 'audience', {
      name: `${canaryOf(spot)} ${newId(Date.now())}`,
      definition: anyVisitor,
      updated_at: new Date(),
    })
  if (kind === 'audienceList')
    return insert(db, spot, 'audience_list', { name: `${canaryOf(spot)} ${newId(Date.now())}`, addresses: 1 })
  if (kind === 'enrichment') {
    const list = { name: canaryOf(spot), columns: ['email'], status: 'matched', rows_total: 1 }
    return insert(db, spot, 'enrichment', { ...list, requested_by: spot.person.id })
  }
  const client = spot.client!
  const campaign = await makeCampaign(db, client, { name: canaryOf(spot), status: 'pause' })
  if (kind === 'campaign') return campaign.id
  const leadId = await insert(db, spot, 'lead', {
    campaign_id: campaign.id,
    // The same person everywhere, of whom nobody may see another company's lead.
    person_id: 1,
    first_name: canaryOf(spot),
    last_name: 'Canary',
    wholesale_price_e4: 1,
    retail_price_e4: 1,
  })
  if (kind === 'lead') return leadId
  if (kind === 'visit') return makeVisit(db, campaign.id)
  const destinationId = await insert(db, spot, 'destination', {
    campaign_id: campaign.id,
    kind: 'webhook',
    url: `https://${client.id}.example.test/`,
  })
  if (kind === 'destination') return destinationId
  const references = { campaign_id: campaign.id, lead_id: leadId, destination_id: destinationId }
  return insert(db, spot, 'delivery', { ...references, status: 'dead', last_error_code: 'connect' })
}

/** An audience of everybody who visited the client's site. */
const anyVisitor = {
  include: { match: 'all', conditions: [{ kind: 'visited', page: '', least: 1, within_days: 30 }] },
  exclude: { match: 'any', conditions: [] },
}

export const canaryOf = (spot: Spot): string => `Canary of ${spot.name}`

async function insert(db: TestDatabase, spot: Spot, table: string, values: Record<string, unknown>): Promise<string> {
  const id = newId(Date.now())
  const { rootId, agencyId, clientId } = spot.person
  const path = { id, root_id: rootId, agency_id: agencyId, client_id: clientId, created_at: new Date() }
  const row = { ...path, ...values }
  const names = Object.keys(row)
  await db.adminPool.query(
    `insert into ${table} (${names.join()}) values (${names.map((_name, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  )
  return id
}

async function makeImport(db: TestDatabase, spot: Spot): Promise<string> {
  const id = newId(Date.now())
  await db.adminPool.query(
    `insert into identity_import (id, root_id, file_name, status, file_key, created_by, created_at)
     values ($1, $2, $3, 'checked', 'none', $4, now())`,
    [id, spot.companyId, canaryOf(spot), spot.person.id],
  )
  return id
}

/** The operator's own designs are stored under its own id. */
async function makeDesign(db: TestDatabase, kind: 'banner' | 'bannerPicture', spot: Spot): Promise<string> {
  const ownerColumns = { company_id: spot.companyId, agency_id: spot.person.agencyId ?? spot.person.rootId }
  const drawing = JSON.stringify({ background: '#ffffff', elements: [] })
  return kind === 'banner'
    ? insert(db, spot, 'banner', {
        ...ownerColumns,
        name: canaryOf(spot),
        size: '300x250',
        drawing,
        updated_at: new Date(),
      })
    : insert(db, spot, 'banner_picture', { ...ownerColumns, width: 1, height: 1, image: Buffer.from('canary') })
}

async function makeRole(db: TestDatabase, spot: Spot): Promise<string> {
  const id = newId(Date.now())
  const { rootId, agencyId } = spot.person
  await db.adminPool.query(
    `insert into role (id, company_id, root_id, agency_id, name, flags, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '{}', now(), now())`,
    [id, spot.companyId, rootId, agencyId, `${canaryOf(spot)} ${id}`],
  )
  return id
}

async function makeGroup(db: TestDatabase, spot: Spot): Promise<string> {
  const id = newId(Date.now())
  await db.adminPool.query(
    `insert into company_group (id, company_id, root_id, agency_id, name, created_at) values ($1, $2, $3, $2, $4, now())`,
    [id, spot.companyId, spot.person.rootId, `${canaryOf(spot)} ${id}`],
  )
  return id
}
