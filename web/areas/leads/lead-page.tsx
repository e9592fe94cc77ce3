import { getLead } from '#contract/leads/leads.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { LoadingLine } from '../../shells/loading-line.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { LeadBadge, LeadBody, nameOf } from './lead-body.tsx'

/** One lead: person, visit, match and confidence, rules passed, cost, and deliveries. */
export function LeadPage() {
  const t = useT()
  const leadId = useParam('leadId')
  const lead = useCall(getLead, { params: { id: leadId } })
  const data = lead.data?.data
  if (lead.error && !data) return <PageFailure failure={lead.error} onRetry={lead.refetch} />
  return (
    <>
      <PageHeader
        title={data ? nameOf(data) : t('Lead')}
        badge={data && <LeadBadge lead={data} />}
        description={data ? <Bdi>{data.campaignName}</Bdi> : <LoadingLine />}
      />
      <LeadBody lead={data} />
    </>
  )
}
