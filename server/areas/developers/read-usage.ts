import { developerLimits } from '#contract/core/developer-list.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { maxUsageDays, type DeveloperUsage, type readDeveloperUsage } from '#contract/developers/requests.ts'
import type { QueryOf } from '#contract/core/operation.ts'
import { dateOf } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/failure.ts'
import { standardLimits } from '#server/platform/http/app.ts'
import type { Handler } from '#server/platform/http/route.ts'

const day_ms = 86_400_000
const usualDays = 30

/** Counts of the company's own calls, from stored sums, with the declared limits. */
export const handleReadDeveloperUsage: Handler<typeof readDeveloperUsage> = async ({ query }, call) => {
  const { from, to } = usageDays(query, call.platform.clock.now())
  const data = await call.readOnce<DeveloperUsage['data'][number]>({
    text: `select date::text, operation, status, calls from developer_usage
            where agency_id = $1 and date between $2 and $3 order by date, operation, status`,
    values: [call.caller.agencyId ?? call.caller.rootId, from, to],
  })
  return { from, to, data, limits }
}

/** The first and last day of an answer. Throws `invalid` for none or too many. */
export function usageDays(query: QueryOf<typeof readDeveloperUsage>, now_ms: number): { from: string; to: string } {
  const to = query.to ?? dayOf(now_ms)
  const from = query.from ?? dayOf(Math.max(Date.parse(to) - (usualDays - 1) * day_ms, firstDay_ms))
  const days = (Date.parse(to) - Date.parse(from)) / day_ms + 1
  if (days < 1) throw invalid('to', 'The last day is before the first.')
  if (days > maxUsageDays) throw invalid('from', `Ask for at most ${maxUsageDays} days at once.`)
  return { from, to }
}

/** Days need a four-digit year. */
const firstDay_ms = Date.parse('0001-01-01')
const dayOf = (at_ms: number): string => dateOf(at_ms).toISOString().slice(0, 10)

/** The declared limits, also of test keys. */
export const limits: DeveloperUsage['limits'] = [
  ...developerLimits.map((limit) => ({ ...limit, applies_to: 'key' as const })),
  { ...standardLimits.company, applies_to: 'company' as const },
  ...(issueOauthToken.limits ?? [])
    .filter(({ by }) => by === 'account')
    .map((limit) => ({ ...limit, applies_to: 'token_requests' as const })),
].map(({ applies_to, count, perSeconds }) => ({ applies_to, requests: count, per_seconds: perSeconds }))
