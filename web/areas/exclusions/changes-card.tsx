import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileTypeCsv, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { ExclusionChange } from '#contract/exclusions/lists.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import styles from './exclusions.module.css'
import { useUndo } from './use-list-actions.ts'
import type { ListTarget } from './use-list.ts'

/** The history of changes to the list, with undo for the latest one. */
export function ChangesCard(props: {
  target: ListTarget
  changes: readonly ExclusionChange[]
  mayUndo: boolean
  /** Links to its other pages. */
  children: ReactNode
}) {
  const t = useT()
  const [changeToUndo, setChangeToUndo] = useState<ExclusionChange | null>(null)
  if (props.changes.length === 0) return null
  return (
    <TitledCard title={t('History')}>
      <ul className={styles.lines} aria-label={t('History')}>
        {props.changes.map((change) => (
          <ChangeLine
            key={change.id}
            change={change}
            onUndo={props.mayUndo && change.can_undo ? () => setChangeToUndo(change) : undefined}
          />
        ))}
      </ul>
      {props.children}
      {changeToUndo && <UndoDialog target={props.target} change={changeToUndo} onClose={() => setChangeToUndo(null)} />}
    </TitledCard>
  )
}

function ChangeLine({ change, onUndo }: { change: ExclusionChange; onUndo: (() => void) | undefined }) {
  const t = useT()
  const format = useFormat()
  const isUpload = change.kind === 'upload'
  const Sign = isUpload ? IconFileTypeCsv : IconTrash
  const count = { count: change.addresses }
  return (
    <li className={styles.change}>
      <Sign size={20} stroke={1.6} aria-hidden className={styles.sign} />
      <div className={styles.words}>
        <div className={styles.name}>{isUpload ? <bdi>{change.filename}</bdi> : t('Purged')}</div>
        <div className={styles.muted}>
          {isUpload
            ? t('{count, plural, one {# new address} other {# new addresses}}', count)
            : t('{count, plural, one {# address removed} other {# addresses removed}}', count)}
          {change.credited_leads > 0 && (
            <>
              {' · '}
              {t('{count, plural, one {# lead credited} other {# leads credited}}', {
                count: change.credited_leads,
              })}{' '}
              <bdi>({format.price(Math.round(change.credited_retail * 10_000))})</bdi>
            </>
          )}
        </div>
        <time className={styles.muted} dateTime={change.created_at}>
          {format.dateTime(change.created_at)}
        </time>
      </div>
      {change.undone_at && <StatusBadge tone="plain">{t('Undone')}</StatusBadge>}
      {!change.undone_at && !change.done_at && (
        <StatusBadge tone="info" pulse>
          {t('In progress')}
        </StatusBadge>
      )}
      {onUndo && (
        <Button variant="default" size="xs" leftSection={<IconArrowBackUp size={15} />} onClick={onUndo}>
          {t('Undo')}
        </Button>
      )}
    </li>
  )
}

function UndoDialog(props: { target: ListTarget; change: ExclusionChange; onClose: () => void }) {
  const t = useT()
  const { kind, credited_leads, id } = props.change
  const undo = useUndo(props.target, props.onClose)
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={kind === 'upload' ? t('Undo this upload?') : t('Undo this purge?')}
      confirmLabel={t('Undo')}
      danger={kind === 'upload'}
      onConfirm={() => undo.run(id)}
      submitting={undo.isPending}
      submitError={undo.error}
    >
      {kind === 'upload' ? t('Its new addresses are removed from the list.') : t('Every purged address is restored.')}{' '}
      {credited_leads > 0 && t('Its credits are reversed.')}
    </ConfirmDialog>
  )
}
