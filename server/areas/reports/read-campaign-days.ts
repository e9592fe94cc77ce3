import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { readCampaignDays } from '#contract/reports/campaign-days.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { comparisonOf, isCovered } from './comparison.ts'
import { today } from './days.ts'
import { daysOf, presenterOf, readLeadDays } from './lead-days.ts'
import { periodOf } from './report-period.ts'

/** A campaign's leads by day, from `lead_day`: the cost grows with the days, not with the leads. */
export const handleReadCampaignDays: Handler<typeof readCampaignDays> = async ({ params: { id } }, call) => {
  const agencyId = call.object!.agencyId!
  const period = periodOf({ start: 'all', end: 'all' }, today(call.platform.clock))
  const { days, covers } = await call.inScope(async (tx) => ({
    days: await readLeadDays(tx, { agencyId, ofId: id, module: null }, period.previousStart, period.end),
    covers: await isCovered(tx, agencyId, id, null, period),
  }))
  const present = presenterOf(call)
  return {
    start: period.start,
    end: period.end,
    time_zone: reportTimeZone,
    comparison: comparisonOf(period, covers),
    days: daysOf(days, period).map((day) => ({ date: day.date, ...present(day), previous: present(day.previous) })),
  }
}
