import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@mantine/core'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import styles from './machine.module.css'

/** Loaded one by one, when somebody opens it. They are in English, for who runs the machine. */
const runbooks = import.meta.glob<string>('../../../docs/runbooks/*.md', { query: '?raw', import: 'default' })

/** What to do about a figure: the file of docs/runbooks. */
export function RunbookDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT()
  const { data, isError } = useQuery({
    queryKey: ['runbook', name],
    queryFn: () => runbooks[`../../../docs/runbooks/${name}.md`]!(),
    staleTime: Infinity,
  })
  return (
    <Dialog opened onClose={onClose} title={t('Runbook')} size="lg">
      <p className={styles.note}>
        <code dir="ltr">docs/runbooks/{name}.md</code>
      </p>
      {isError && <p role="alert">{t('The runbook could not be loaded. It is in the program’s folder.')}</p>}
      {data === undefined && !isError ? (
        <Skeleton height={160} />
      ) : (
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre dir="ltr" lang="en" tabIndex={0} className={styles.runbook}>
          {data}
        </pre>
      )}
    </Dialog>
  )
}
