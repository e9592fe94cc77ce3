import { listDeliveries } from '#contract/integrations/deliveries.ts'
import {
  getDestination,
  listDestinations,
  maxMissedCounted,
  updateDestination,
  type DestinationRow,
} from '#contract/integrations/destinations.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'
import { RepeatNote } from './repeat-note.tsx'

type ResumeDialogProps = { destination: DestinationRow; target: string; onClose: () => void }

/** Resumes a destination, after showing how many missed leads will be sent. */
export function ResumeDialog({ destination, target, onClose }: ResumeDialogProps) {
  const t = useT()
  const format = useFormat()
  const { id, missed, kind } = destination
  const number =
    missed >= maxMissedCounted ? t('{count} or more', { count: format.number(missed) }) : format.number(missed)
  return (
    <ConfirmAction
      title={t('Resume delivery?')}
      confirmLabel={
        missed === 0
          ? t('Resume')
          : t('Resume and send what was missed ({count, plural, one {# lead} other {{number} leads}})', {
              count: missed,
              number,
            })
      }
      danger={false}
      operation={updateDestination}
      input={{ body: { destination_id: id, active: true } }}
      invalidates={[listDestinations, getDestination, listDeliveries, ...inboxReads]}
      onClose={onClose}
    >
      <p>
        <Bdi>{target}</Bdi>
      </p>
      <p>
        {missed === 0
          ? t('Nothing was missed while it was paused. New leads are sent there again.')
          : t('Leads from while it was paused are being sent, oldest first.')}
      </p>
      {missed > 0 && <RepeatNote kinds={[kind]} />}
    </ConfirmAction>
  )
}
