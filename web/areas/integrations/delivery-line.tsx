import { Button } from '@mantine/core'
import { causeTexts } from '#contract/integrations/causes.ts'
import type { DeliveryRow } from '#contract/integrations/deliveries.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useRowPanel } from '../../shells/resource-table/row-panel.ts'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import styles from './delivery-line.module.css'
import { deliveryState, kindTexts } from './words.ts'

/** One delivery on a line: destination, status, cause and next attempt. Expands to show every attempt. */
export function DeliveryLine({ delivery }: { delivery: DeliveryRow }) {
  const t = useT()
  const format = useFormat()
  const dialog = useRowPanel('delivery')
  const state = deliveryState(delivery)
  return (
    <div className={styles.root}>
      <div className={styles.words}>
        <div className={styles.head}>
          <bdi className={styles.kind}>{t(kindTexts[delivery.kind])}</bdi>
          <bdi className={styles.target}>{delivery.target}</bdi>
        </div>
        <StatusBadge tone={state.tone} pulse={state.pulse}>
          {t(state.text)}
        </StatusBadge>
        {delivery.cause && delivery.status !== 'delivered' && <div>{t(causeTexts[delivery.cause])}</div>}
        {delivery.next_attempt_at && delivery.attempts > 0 && (
          <div className={styles.next}>{t('Next attempt {when}', { when: format.ago(delivery.next_attempt_at) })}</div>
        )}
      </div>
      <Button variant="default" size="xs" onClick={() => dialog.open(delivery.id)}>
        {t('Details')}
      </Button>
      <DeliveryDialog id={dialog.openKey === delivery.id ? delivery.id : null} onClose={dialog.close} />
    </div>
  )
}
