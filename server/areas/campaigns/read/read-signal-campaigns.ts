import { modules, type Module } from '#contract/campaigns/modules.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SignalCriteria } from '../modules/campaign-module.ts'
import { findModule, moduleOf } from '../modules/registry.ts'
import { readCampaign } from '../queries.ts'

/** An active campaign whose events are signals. */
export interface SignalCampaign {
  rootId: string
  agencyId: string
  clientId: string
  id: string
  timeZone: string
  criteria: SignalCriteria
}

type Row = Omit<SignalCampaign, 'criteria'> & { module: Module; settings: object }

/** The campaign's criteria for signals; null if its events are not signals. */
export const criteriaOf = (module: Module, settings: object): SignalCriteria | null => {
  const { events } = moduleOf(module)
  return events.source === 'signals' ? events.criteria(settings) : null
}

const signalModules = modules.filter((module) => findModule(module)?.events.source === 'signals')

const readOfRoot = (tx: Tx, rootId: string) =>
  tx.query<Row>(
    `select root_id as "rootId", agency_id as "agencyId", client_id as "clientId", id, time_zone as "timeZone", module,
            module_settings as settings
       from campaign
      where root_id = $1 and status = 'active' and removed_at is null and module = any($2)`,
    [rootId, signalModules],
  )

/** Every active campaign of all agencies that looks for signals, root by root. */
export async function readSignalCampaigns(platform: Platform): Promise<SignalCampaign[]> {
  const roots = await platform.appPool.query<{ root_id: string }>('select distinct root_id from resolve_watermark')
  const campaigns: SignalCampaign[] = []
  for (const { root_id: rootId } of roots.rows) {
    const { rows } = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) => readOfRoot(tx, rootId), {
      readOnly: true,
    })
    for (const { module, settings, ...campaign } of rows)
      campaigns.push({ ...campaign, criteria: criteriaOf(module, settings)! })
  }
  return campaigns
}

/** A campaign as the forecast sees it, in any status: its criteria, places and the module's promise. */
export interface PromisedCampaign {
  campaign: SignalCampaign
  states: string[] | null
  zips: string[] | null
  /** The minimum leads per day, and how much must be known about people. */
  promise: { least: number; leastKnown: number }
}

/** Null if its module promises no number of leads. */
export async function readPromisedCampaign(tx: Tx, agencyId: string, id: string): Promise<PromisedCampaign | null> {
  const campaign = await readCampaign(tx, agencyId, id)
  if (!campaign) throw notFound()
  const { module, moduleSettings, nationalTargeting, states, zips, ...rest } = campaign
  const criteria = criteriaOf(module, moduleSettings)
  const promise = await moduleOf(module).promise?.(moduleSettings, tx, campaign.rootId)
  if (!promise || !criteria) return null
  const orNull = (places: readonly string[]): string[] | null => (places.length > 0 ? [...places] : null)
  return {
    campaign: { rootId: rest.rootId, agencyId, clientId: rest.clientId, id, timeZone: rest.timeZone, criteria },
    states: nationalTargeting ? null : orNull(states),
    zips: nationalTargeting ? null : orNull(zips),
    promise,
  }
}
