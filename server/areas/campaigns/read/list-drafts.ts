import { wireFieldOf } from '#contract/campaigns/field-names.ts'
import { moduleDefinitions, modulesWithPixel, type Module } from '#contract/campaigns/modules.ts'
import type { Draft, listDrafts as operation, SetupStep } from '#contract/campaigns/ready.ts'
import { maxCampaignsAtOnce } from '#contract/campaigns/several.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import { unpaidProblem } from '#contract/guards/unpaid.ts'
import { hasAgreedToFeature } from '#server/areas/agreements/feature-agreement.ts'
import { assertKnownClient, listScopeOf, type ListScope } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Input } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Campaign } from '../campaign.ts'
import { findBlockers } from '../settings/check-settings.ts'
import { assertMayCreateCampaigns } from '../policy.ts'
import { campaignColumns, campaignJoins } from '../queries.ts'

/** Data shared by all drafts. */
interface Known {
  /** Each client's modules, as `client module`. */
  products: ReadonlySet<string>
  agreed: ReadonlySet<Module>
  /** Campaigns with a destination. */
  delivering: ReadonlySet<string>
  unpaid: string | null
}

/** Campaigns that were never started, with their missing setup steps: those that `checkMove` requires, and more. */
export async function listDrafts(
  { params, query }: Input<typeof operation>,
  call: SignedInCall,
): Promise<AnswerOf<typeof operation>> {
  assertMayCreateCampaigns(call.caller)
  const scope = listScopeOf(call.object!, params.clientId)
  const module = query.moduleType === '' || query.moduleType === 'all' ? null : query.moduleType
  return call.inScope(async (tx) => {
    await assertKnownClient(tx, scope)
    const rows = await readDrafts(tx, scope, module)
    const facts = await readKnown(tx, call, scope.agencyId, rows)
    const drafts = rows.map((one) => present(one, facts, call.platform.clock.now()))
    return {
      total: rows[0]?.total ?? 0,
      ready: drafts.filter(({ ready }) => ready).length,
      drafts: drafts.toSorted((one, other) => Number(other.ready) - Number(one.ready)),
    }
  })
}

type FoundDraft = Campaign & { total: number }

async function readDrafts(tx: Tx, scope: ListScope, module: Module | null): Promise<FoundDraft[]> {
  const { rows } = await tx.query<FoundDraft>(
    `select ${campaignColumns}, count(*) over ()::integer as total from campaign ${campaignJoins}
      where campaign.agency_id = $1 and ($2::uuid is null or campaign.client_id = $2)
        and ($3::text is null or campaign.module = $3) and campaign.status = 'draft' and campaign.removed_at is null
        and client.removed_at is null
      order by campaign.created_at desc, campaign.id desc limit ${maxCampaignsAtOnce}`,
    [scope.agencyId, scope.clientId, module],
  )
  return rows
}

async function readKnown(tx: Tx, call: SignedInCall, agencyId: string, campaigns: readonly Campaign[]): Promise<Known> {
  const clients = [...new Set(campaigns.map(({ clientId }) => clientId))]
  const companies = await tx.query<{ id: string; modules: string[] }>(
    'select id, modules from company where id = any($1) and removed_at is null',
    [clients],
  )
  const destinations = await tx.query<{ id: string }>(
    `select distinct campaign_id as id from destination
      where agency_id = $1 and campaign_id = any($2) and removed_at is null`,
    [agencyId, campaigns.map(({ id }) => id)],
  )
  return {
    products: new Set(companies.rows.flatMap(({ id, modules }) => modules.map((module) => `${id} ${module}`))),
    agreed: await readAgreed(tx, call, new Set(campaigns.map(({ module }) => module))),
    delivering: new Set(destinations.rows.map(({ id }) => id)),
    unpaid: call.caller.rights && unpaidProblem(call.caller.rights),
  }
}

async function readAgreed(tx: Tx, call: SignedInCall, draftModules: ReadonlySet<Module>): Promise<Set<Module>> {
  const agreedModules = new Set<Module>()
  for (const module of draftModules) {
    const { feature } = moduleDefinitions[module]
    if (!feature || (await hasAgreedToFeature(tx, call, feature))) agreedModules.add(module)
  }
  return agreedModules
}

function present(campaign: Campaign, facts: Known, now_ms: number): Draft {
  const steps = stepsOf(campaign, facts, now_ms)
  return {
    campaignId: campaign.id,
    module: campaign.module,
    campaignName: campaign.name,
    company_id: campaign.clientId,
    company_name: campaign.clientName,
    created_at: campaign.createdAt.toISOString(),
    ready: steps.every(({ needed }) => !needed),
    steps,
  }
}

function stepsOf(campaign: Campaign, facts: Known, now_ms: number): SetupStep[] {
  const { module, clientId, id } = campaign
  const steps: SetupStep[] = findBlockers(campaign, localDateAt(now_ms, campaign.timeZone)).map(
    ({ field, message }) => ({ kind: 'field', field: wireFieldOf(field), message, needed: true }),
  )
  const add = (kind: SetupStep['kind'], message: string, isRequired = true): number =>
    steps.push({ kind, field: '', message, needed: isRequired })
  if (!facts.products.has(`${clientId} ${module}`)) add('product', 'This client does not have this product.')
  if (!facts.agreed.has(module)) add('agreement', sentences.serviceAgreement)
  if (facts.unpaid !== null) add('payment', facts.unpaid)
  // Optional steps, without which the campaign brings nothing.
  if (modulesWithPixel.includes(module) && campaign.siteUrl !== '' && campaign.lastHitAt === null)
    add('pixel', 'The pixel has not reported yet.', false)
  if (!facts.delivering.has(id)) add('delivery', 'It has no destination for its leads.', false)
  return steps
}
