import { getLead } from '#contract/leads/leads.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useModule } from '../../session/module.ts'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { LeadBadge, LeadBody, nameOf } from './lead-body.tsx'

/** One lead: person, visit, match and confidence, rules passed, cost, and deliveries. */
export function LeadPage() {
  const t = useT()
  const module = useModule()
  const leadId = useParam('leadId')
  const lead = useCall(getLead, { params: { id: leadId } })
  const data = lead.data?.data
  const back = { to: `${module.base}/leads`, label: t('Leads') }
  if (lead.error && !data) return <PageFailure failure={lead.error} onRetry={lead.refetch} />
  return (
    <>
      <PageHeader
        title={data ? nameOf(data) : t('Lead')}
        back={back}
        badge={data && <LeadBadge lead={data} />}
        description={data && <Bdi>{data.campaignName}</Bdi>}
      />
      <LeadBody lead={data} />
    </>
  )
}
