import { Skeleton, Stack } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { listRemoved } from '#contract/companies/removed.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import styles from './removed.module.css'
import { RemovedLine } from './removed-line.tsx'

/** The page size limit of the call, for companies removed in the last 30 days. */
const most = 100

/** Companies removed within the last 30 days: restore them, or download their data before it is erased. */
export function RemovedDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const call = useCall(listRemoved, { query: { page: 1, perPage: most } })
  const rows = call.data?.data
  return (
    <Dialog opened onClose={onClose} title={t('Removed in the last 30 days')} size="lg">
      <p className={styles.about}>
        {t('Everything is kept for 30 days: restore it or download its data. Then it is erased.')}
      </p>
      {call.error && !rows && <FailureNote failure={call.error} onRetry={call.refetch} />}
      {!rows && !call.error && (
        <Stack gap="xs">
          <Skeleton height={52} radius="md" />
          <Skeleton height={52} radius="md" />
        </Stack>
      )}
      {rows?.length === 0 && (
        <EmptyState
          icon={<IconArchive size={22} stroke={1.6} />}
          title={t('Nothing deleted recently')}
          hint={t('Deleted companies appear here for 30 days.')}
        />
      )}
      {rows && rows.length > 0 && (
        <ul className={styles.list} aria-label={t('Removed in the last 30 days')}>
          {rows.map((row) => (
            <RemovedLine key={row.company_id} row={row} />
          ))}
        </ul>
      )}
      {call.data && call.data.total > most && (
        <p className={styles.about}>{t('The latest {count} are shown.', { count: most })}</p>
      )}
    </Dialog>
  )
}
