import { Skeleton } from '@mantine/core'
import { listDeliveries } from '#contract/integrations/deliveries.ts'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { DeliveryLine } from '../integrations/delivery-line.tsx'
import styles from './lead-body.module.css'

/** The destinations the lead was sent to, with the status of each delivery. */
export function LeadDeliveries({ lead }: { lead: LeadDetail | undefined }) {
  const t = useT()
  const deliveries = useCall(
    listDeliveries,
    {
      params: { companyId: lead?.company_id ?? '', clientId: 'all' },
      query: { lead: lead?.id ?? 'all', perPage: 100 },
    },
    { enabled: lead !== undefined, refetchEvery_ms: 5_000 },
  )
  return (
    <TitledCard title={t('Deliveries')}>
      {deliveries.error && !deliveries.data && <FailureNote failure={deliveries.error} onRetry={deliveries.refetch} />}
      {deliveries.isPending && !deliveries.error && <Skeleton height={60} />}
      {deliveries.data?.data.length === 0 && (
        <p className={styles.quiet}>{t('The campaign has no destinations, so nothing was sent.')}</p>
      )}
      {deliveries.data?.data.map((delivery) => (
        <DeliveryLine key={delivery.id} delivery={delivery} />
      ))}
    </TitledCard>
  )
}
