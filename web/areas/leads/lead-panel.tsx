import { Navigate } from '@tanstack/react-router'
import { getLead } from '#contract/leads/leads.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useModule } from '../../session/module.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { SidePanel } from '../../shells/side-panel.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { fitsSidePanel } from '../../ui/on-resize.ts'
import { LeadBadge, LeadBody, nameOf } from './lead-body.tsx'

/** A lead in a panel beside its list. Phones and small tablets lack the space, so they open the lead's page instead. */
export function LeadPanel({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const t = useT()
  const page = `${useModule().base}/leads/${leadId}`
  const lead = useCall(getLead, { params: { id: leadId } })
  const data = lead.data?.data
  if (!fitsSidePanel()) return <Navigate to={page} replace />
  return (
    <SidePanel
      title={data ? nameOf(data) : t('Lead')}
      badge={data && <LeadBadge lead={data} />}
      description={data && <Bdi>{data.campaignName}</Bdi>}
      to={page}
      subject={leadId}
      onClose={onClose}
    >
      {lead.error && !data ? <FailureNote failure={lead.error} onRetry={lead.refetch} /> : <LeadBody lead={data} />}
    </SidePanel>
  )
}
