import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { downloadUserLogs, listUserLogs, type actorTypes } from '#contract/activity/user-logs.ts'
import type { ActivityCategory } from '#contract/activity/actions.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { call } from '../../api/call.ts'
import { asFailure } from '../../api/failure.ts'
import { useDownload } from '../../shells/use-download.ts'
import { rangeOf } from './log-range.ts'

export type LogFilter = {
  userType: (typeof actorTypes)[number]
  userId: string
  action: 'all' | ActivityCategory
  /** A date, or empty for no limit. */
  start: string
  end: string
  campaignId: string
}

/** R207: all users, all categories. */
export const noFilter: LogFilter = {
  userType: '9999',
  userId: 'all',
  action: 'all',
  start: '',
  end: '',
  campaignId: 'all',
}

/** Reads a page of the log. The operation is a POST, so the body must be part of the query key. */
export function useUserLogs(companyId: string, filter: LogFilter, page: number) {
  const { start: _start, end: _end, ...rest } = filter
  const body = { companyId, ...rest, dateRange: rangeOf(filter), page }
  return useQuery({
    queryKey: [listUserLogs.name, body],
    queryFn: ({ signal }) =>
      call(listUserLogs, { body, signal }).catch((error: unknown) => {
        throw error instanceof DOMException ? error : asFailure(error)
      }),
    placeholderData: keepPreviousData,
  })
}

/** Downloads the filtered log (R203). */
export function useLogDownload(companyId: string, filter: LogFilter) {
  const { start, busy } = useDownload(downloadUserLogs)
  const params = {
    company: companyId,
    userType: filter.userType,
    user: filter.userId,
    action: filter.action,
    dateRange: rangeOf(filter),
    campaign: filter.campaignId,
  }
  return { start: (format: CsvFormat) => start({ params, query: { format } }), busy }
}
