import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { downloadUserLogs, listUserLogs, type actorTypes } from '#contract/activity/user-logs.ts'
import type { ActivityCategory } from '#contract/activity/actions.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { call } from '../../api/call.ts'
import { asFailure } from '../../api/failure.ts'
import { useDownload } from '../../shells/use-download.ts'

export type LogFilter = {
  usertype: (typeof actorTypes)[number]
  userID: string
  action: 'all' | ActivityCategory
  /** Two dates, or empty for no bound. */
  start: string
  end: string
  campaignID: string
}

/** R207: everybody, every category. */
export const noFilter: LogFilter = {
  usertype: '9999',
  userID: 'all',
  action: 'all',
  start: '',
  end: '',
  campaignID: 'all',
}

const rangeOf = ({ start, end }: LogFilter): string => (start && end ? `${start},${end}` : 'all')

/** A page of the log. The call is a POST, so what was asked is the key's own business. */
export function useUserLogs(companyId: string, filter: LogFilter, page: number) {
  const { start: _start, end: _end, ...rest } = filter
  const body = { companyID: companyId, ...rest, daterange: rangeOf(filter), Page: page }
  return useQuery({
    queryKey: [listUserLogs.name, body],
    queryFn: ({ signal }) =>
      call(listUserLogs, { body, signal }).catch((thrown: unknown) => {
        throw thrown instanceof DOMException ? thrown : asFailure(thrown)
      }),
    placeholderData: keepPreviousData,
  })
}

/** Downloads what the filter shows (R203). */
export function useLogDownload(companyId: string, filter: LogFilter) {
  const { start, busy } = useDownload(downloadUserLogs)
  const params = {
    company: companyId,
    usertype: filter.usertype,
    user: filter.userID,
    action: filter.action,
    daterange: rangeOf(filter),
    campaign: filter.campaignID,
  }
  return { start: (format: CsvFormat) => start({ params, query: { format } }), busy }
}
