import { Navigate } from '@tanstack/react-router'
import { getVisit } from '#contract/leads/visits.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useModule } from '../../session/module.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { SidePanel } from '../../shells/side-panel.tsx'
import { fitsSidePanel } from '../../ui/on-resize.ts'
import { subjectOf, VisitBody } from './visit-body.tsx'

/** A visit in a panel beside its list. Phones and small tablets lack the space, so they open the visit's page instead. */
export function VisitPanel({ visitId, onClose }: { visitId: string; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const page = `${useModule().base}/visits/${visitId}`
  const visit = useCall(getVisit, { params: { id: visitId } })
  const data = visit.data?.data
  if (!fitsSidePanel()) return <Navigate to={page} replace />
  return (
    <SidePanel
      title={data ? subjectOf(data) : t('Visit')}
      description={data && format.dateTime(data.at)}
      to={page}
      subject={visitId}
      onClose={onClose}
    >
      {visit.error && !data ? (
        <FailureNote failure={visit.error} onRetry={visit.refetch} />
      ) : (
        <VisitBody visit={data} />
      )}
    </SidePanel>
  )
}
