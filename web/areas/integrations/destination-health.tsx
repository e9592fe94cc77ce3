import { Alert, Button } from '@mantine/core'
import { notifyDone } from '../../shells/notify.tsx'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { listDeliveries, resendFailed, type DeliveryRow } from '#contract/integrations/deliveries.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'

const aLongTimeAgo = '2000-01-01T00:00:00.000Z'

/** For each destination with dead letters in sight: send everything again that it has missed. */
export function DestinationHealth({ rows }: { rows: readonly DeliveryRow[] | undefined }) {
  const failed = new Map(rows?.filter(({ status }) => status === 'dead').map((row) => [row.destination_id, row]))
  return [...failed.values()].map((row) => <MissedBy key={row.destination_id} row={row} />)
}

function MissedBy({ row }: { row: DeliveryRow }) {
  const t = useT()
  const resend = useAction(resendFailed, {
    invalidates: [listDeliveries],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  return (
    <Alert color="red" icon={<IconPlugConnectedX size={18} stroke={1.75} />} mb="md">
      <p>
        {t('Some leads did not arrive at this destination:')} <bdi>{row.target}</bdi>
      </p>
      <SubmitError failure={resend.error} />
      <Button
        size="xs"
        variant="default"
        loading={resend.isPending}
        onClick={() =>
          resend.mutate({ body: { destination_id: row.destination_id, since: aLongTimeAgo, dry_run: 'F' } })
        }
      >
        {t('Send all of them again')}
      </Button>
    </Alert>
  )
}
