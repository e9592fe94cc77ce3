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

/** As many as one call tells; there are 30 days' worth of them. */
const most = 100

/** Companies that were removed within 30 days: brought back, or what they have is taken along before it is erased. */
export function RemovedDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const removed = useCall(listRemoved, { query: { page: 1, perPage: most } })
  const rows = removed.data?.data
  return (
    <Dialog opened onClose={onClose} title={t('Removed in the last 30 days')} size="lg">
      <p className={styles.about}>
        {t('Everything is kept for 30 days: restore it or download its data. Then it is erased.')}
      </p>
      {removed.error && !rows && <FailureNote failure={removed.error} onRetry={removed.refetch} />}
      {!rows && !removed.error && (
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
      {removed.data && removed.data.total > most && (
        <p className={styles.about}>{t('The latest {count} are shown.', { count: most })}</p>
      )}
    </Dialog>
  )
}
