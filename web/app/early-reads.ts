import { askEarly } from '../api/early.ts'
import { noteServerTime, serverNow_ms } from '../api/server-clock.ts'
import { lastDays, reportToday } from '../shells/last-days.ts'

// What a page reads first, asked for while its code is on its way. The addresses are written out, since this runs in the page's
// head and may hold no schemas; `early-reads.test.ts` compares them with the contract's.

export const whoIAm = ['/api/user', '/api/user/checksetupcomplete/all'] as const

/** What the dashboard reads as it is first shown: of the usual period, which its address does not name. */
export function dashboardReads(companyId: string, moduleType: string, now_ms: number): string[] {
  const { start, end } = lastDays(reportToday(now_ms), 30)
  const company = encodeURIComponent(companyId)
  return [
    `/api/leadspeek/report/chart/${company}/all/${start}/${end}?moduleType=${moduleType}`,
    `/api/leadspeek/report/attention/${company}/all?moduleType=${moduleType}`,
    `/api/leadspeek/report/lead/${company}/all/all/all?Page=1&PerPage=5&kind=lead`,
  ]
}

/** Asks who is signed in, and on a module's dashboard for what it shows of them. A failure is left to the code that asks again. */
export function readEarly(token: string, dashboardOf: string | undefined): void {
  const [user] = whoIAm.map((address) => askEarly(address, token))
  if (dashboardOf === undefined) return
  user!
    .then(async (response) => {
      if (!response.ok) return
      noteServerTime(response.headers)
      const { data } = (await response.clone().json()) as { data: { company_id: string } }
      for (const address of dashboardReads(data.company_id, dashboardOf, serverNow_ms())) void askEarly(address, token)
    })
    .catch(() => undefined)
}
