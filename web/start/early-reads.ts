import { requestEarly } from '../api/early.ts'
import { noteServerTime, serverNow_ms } from '../api/server-clock.ts'
import { lastDays, reportToday } from '../shells/last-days.ts'

// First requests of a page, sent while its code is loading. The URLs are hard-coded, because this runs in the page's
// head without any schemas; `early-reads.test.ts` compares them with the contract.

export const sessionReads = ['/api/user', '/api/user/checksetupcomplete/all', '/api/user/standing'] as const

/** First reads of the dashboard for the default period, which its URL does not contain. */
export function dashboardReads(companyId: string, moduleType: string, now_ms: number): string[] {
  const { start, end } = lastDays(reportToday(now_ms), 30)
  const company = encodeURIComponent(companyId)
  return [
    `/api/leadspeek/report/chart/${company}/all/${start}/${end}?moduleType=${moduleType}`,
    `/api/leadspeek/report/attention/${company}/all?moduleType=${moduleType}`,
    `/api/leadspeek/report/lead/${company}/all/all/all?Page=1&PerPage=5&kind=lead&moduleType=${moduleType}`,
  ]
}

/** Requests the user and, on a dashboard, its data. Failures are handled by the code that uses the responses. */
export function readEarly(token: string, dashboardOf: string | undefined): void {
  const [user] = sessionReads.map((address) => requestEarly(address, token))
  if (dashboardOf === undefined) return
  user!
    .then(async (response) => {
      if (!response.ok) return
      noteServerTime(response.headers)
      const { data } = (await response.clone().json()) as { data: { company_id: string } }
      for (const address of dashboardReads(data.company_id, dashboardOf, serverNow_ms()))
        void requestEarly(address, token)
    })
    .catch(() => undefined)
}
