import { usualSurge_percent } from '#contract/campaigns/module-fields/b2b.ts'
import { minEvents, surgeDays, weeksBefore } from '#contract/leads/surges.ts'
import { surgePercentOf } from '#server/areas/campaigns/modules/registry.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Candidate, CompanySums } from './resolve/batch.ts'

/** SQL for the day of an instant, as used by reports. */
const dayOf = (instant: string): string => `(${instant}::timestamptz at time zone 'America/New_York')::date`

/** SQL for sums over rows named `d`, around an instant. */
export const sumsAround = (instant: string): { columns: string; condition: string } => ({
  columns: `coalesce(sum(d.visits + d.searches) filter (where d.day > ${dayOf(instant)} - ${surgeDays}), 0)::int as recent,
    coalesce(sum(d.visits + d.searches) filter (where d.day <= ${dayOf(instant)} - ${surgeDays}), 0)::int as before`,
  condition: `d.day > ${dayOf(instant)} - ${surgeDays * (weeksBefore + 1)} and d.day <= ${dayOf(instant)}`,
})

/** Whether a company visits much more than before. A new company is surging once it visits often enough. */
export const isSurging = ({ recent, before }: CompanySums, percent = usualSurge_percent): boolean =>
  recent >= minEvents && recent * 100 * weeksBefore >= before * percent

/**
 * Adds the company's recent visits to candidates whose campaign needs them, over all of the client's campaigns and up to the
 * previous batch. Runs no query if no campaign needs them.
 */
export async function addSurges(
  tx: Tx,
  agencyId: string,
  now_ms: number,
  candidates: readonly Candidate[],
): Promise<void> {
  const asking = candidates.filter(
    ({ campaign, company }) =>
      company !== null && campaign !== null && surgePercentOf(campaign.module, campaign.moduleSettings) !== null,
  )
  if (asking.length === 0) return
  const { columns, condition } = sumsAround('$4')
  const { rows } = await tx.query<CompanySums & { clientId: string; company: string }>(
    `select d.client_id as "clientId", d.company, ${columns} from company_day d
      where d.agency_id = $1 and d.client_id = any($2::uuid[]) and d.company = any($3::text[]) and ${condition}
      group by d.client_id, d.company`,
    [
      agencyId,
      [...new Set(asking.map(({ event }) => event.clientId))],
      [...new Set(asking.map(({ company }) => company!))],
      dateOf(now_ms),
    ],
  )
  const sumsOf = new Map(rows.map(({ clientId, company, ...sums }) => [`${clientId} ${company}`, sums]))
  for (const one of asking) one.surge = sumsOf.get(`${one.event.clientId} ${one.company}`) ?? null
}
