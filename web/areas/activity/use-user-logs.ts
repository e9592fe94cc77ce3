import { downloadUserLogs, type listUserLogs } from '#contract/activity/user-logs.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import type { CallInput } from '../../api/call.ts'
import { daysIn } from '../../shells/resource-table/days-filter.tsx'
import type { TableQuery } from '../../shells/resource-table/table-state.ts'
import { useDownload } from '../../shells/use-download.ts'
import { everybody } from './log-filters.tsx'

type Body = CallInput<typeof listUserLogs>['body']

/** What the list's filters come to in both calls. `all` means everybody, too (R207). */
function chosenIn(values: TableQuery['filters']): Omit<Body, 'companyId' | 'page' | 'perPage'> {
  const { start, end } = daysIn(values)
  const { type = 'all', user = 'all', category = 'all', campaign = 'all' } = values
  return {
    userType: type === 'all' ? everybody : (type as 'admin'),
    userId: user,
    action: category as 'all',
    campaignId: campaign,
    dateRange: start === 'all' ? 'all' : `${start},${end}`,
  }
}

const maxPage = 1_000

export const logInput = (companyId: string, { filters, page, perPage }: TableQuery): { body: Body } => ({
  body: { companyId, ...chosenIn(filters), page: Math.min(page, maxPage), perPage },
})

/** Downloads the filtered log (R203). */
export function useLogDownload(companyId: string, values: TableQuery['filters']) {
  const { start, busy } = useDownload(downloadUserLogs)
  const { userType, userId: user, action, dateRange, campaignId: campaign } = chosenIn(values)
  const params = { company: companyId, userType, user, action, dateRange, campaign } as const
  return { start: (format: CsvFormat) => start({ params, query: { format } }), busy }
}
