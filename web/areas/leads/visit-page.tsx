import { firstModule } from '#contract/campaigns/modules.ts'
import { getVisit } from '#contract/leads/visits.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useModule } from '../../session/module.ts'
import { LoadingLine } from '../../shells/loading-line.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { modulePages } from '../campaigns/modules/module-pages.ts'
import { subjectOf, VisitBody } from './visit-body.tsx'

/** One visit: why it became a lead or not, what the visitor saw, and every rule on its way. */
export function VisitPage() {
  const t = useT()
  const format = useFormat()
  const { module } = useModule()
  const visit = useCall(getVisit, { params: { id: useParam('visitId') } })
  const data = visit.data?.data
  if (visit.error && !data) return <PageFailure failure={visit.error} onRetry={visit.refetch} />
  const { events } = modulePages[module] ?? modulePages[firstModule]!
  return (
    <>
      <PageHeader
        title={data ? subjectOf(data) : t('Visit')}
        documentTitle={t('Visit')}
        description={data ? format.dateTime(data.at) : <LoadingLine />}
        above={{ name: t(events.name) }}
      />
      <VisitBody visit={data} />
    </>
  )
}
