import { id } from '#contract/core/ids.ts'
import { reportKinds, type ReportKind } from '#contract/reports/table-names.ts'
import { useSearchTexts } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'
import { useChosenModule } from '../module-choice.tsx'
import { useReportDays } from '../report-days.tsx'

/** The report that the URL describes; invalid parameters fall back to defaults instead of an error. */
export function useReport() {
  const me = useMe()
  const search = useSearchTexts()
  const { start, end } = useReportDays()
  const module = useChosenModule()
  const kind: ReportKind = reportKinds.find((one) => one === search['report']) ?? 'campaigns'
  const clientId = id.safeParse(search['client']).success ? (search['client'] as string) : 'all'
  return {
    kind,
    clientId,
    module,
    start,
    end,
    input: {
      params: { companyId: me.companyId, clientId, kind, start, end },
      query: { moduleType: module || 'all' },
    } as const,
  }
}
