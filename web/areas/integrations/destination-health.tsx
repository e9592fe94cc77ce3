import { Alert, Button } from '@mantine/core'
import { IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import type { DeliveryRow } from '#contract/integrations/deliveries.ts'
import { getDestination, type DestinationRow } from '#contract/integrations/destinations.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import styles from './delivery-line.module.css'
import { mayChangeDeliveries } from './may-change.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { ResumeDialog } from './resume-dialog.tsx'

/** Refetch, because missed leads are being resent while the user watches. */
const refresh_ms = 5_000

/** Leads that are gone or were taken back are missed by nobody: they can't be sent again. */
const isMissed = ({ status, cause }: DeliveryRow): boolean =>
  status === 'dead' && cause !== 'taken_back' && cause !== 'lead_missing'

/** For each destination with dead letters among the rows: what it missed, why, and what to do. */
export function DestinationHealth({ rows }: { rows: readonly DeliveryRow[] | undefined }) {
  const targets = new Map(rows?.filter(isMissed).map((row) => [row.destination_id, row.target]))
  return [...targets].map(([id, target]) => <MissedBy key={id} id={id} target={target} />)
}

function MissedBy({ id, target }: { id: string; target: string }) {
  const { data } = useCall(getDestination, { params: { id } }, { refetchEvery_ms: refresh_ms })
  if (!data) return null
  return data.data.status === 'disabled' ? (
    <Paused destination={data.data} target={target} />
  ) : (
    <Missed destination={data.data} target={target} />
  )
}

type Shown = { destination: DestinationRow; target: string }

/** Since when and why the destination is paused; what it missed is sent when it resumes. */
function Paused({ destination, target }: Shown) {
  const t = useT()
  const format = useFormat()
  const mayChange = mayChangeDeliveries(useMe())
  const [isAsking, setIsAsking] = useState(false)
  const { paused_at: since, cause } = destination
  return (
    <Alert color="yellow" icon={<IconPlayerPause size={18} stroke={1.75} />} mb="md">
      <p>
        {since === null ? t('Paused') : t('Paused since {time}', { time: isolate(format.dateTime(since)) })}:{' '}
        <bdi>{target}</bdi>
      </p>
      {cause && <p>{t(causeTexts[cause])}</p>}
      {mayChange && (
        <div className={styles.alertActions}>
          <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
            {t('Resume')}
          </Button>
        </div>
      )}
      {isAsking && <ResumeDialog destination={destination} target={target} onClose={() => setIsAsking(false)} />}
    </Alert>
  )
}

function Missed({ destination, target }: Shown) {
  const t = useT()
  const format = useFormat()
  const mayChange = mayChangeDeliveries(useMe())
  const [isAsking, setIsAsking] = useState(false)
  const { missed } = destination
  return (
    <Alert color="red" icon={<IconPlugConnectedX size={18} stroke={1.75} />} mb="md">
      <p>
        {t('Some leads did not arrive at this destination:')} <bdi>{target}</bdi>
      </p>
      {missed > 0 && (
        <p role="status">{t('Sending what was missed: {count} left', { count: format.number(missed) })}</p>
      )}
      {mayChange && (
        <div className={styles.alertActions}>
          <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
            {t('Resend')}
          </Button>
        </div>
      )}
      {isAsking && <ReplayDialog destination={destination} target={target} onClose={() => setIsAsking(false)} />}
    </Alert>
  )
}
