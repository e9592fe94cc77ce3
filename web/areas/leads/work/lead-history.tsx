import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { listLeadEntries, removeLeadNote, type LeadEntry } from '#contract/leads/lead-work.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT, type Translate } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { Timeline, type TimelineEntry } from '../../../shells/timeline.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import styles from './lead-work.module.css'
import { EditedNote } from './note-form.tsx'
import { changeWords } from './change-words.ts'

type LeadHistoryProps = { leadId: string; pipeline: readonly LeadStatus[]; isWorking: boolean }

/** Who did what with a lead, newest first. */
export function LeadHistory({ leadId, pipeline, isWorking }: LeadHistoryProps) {
  const t = useT()
  const { data, error, refetch } = useCall(listLeadEntries, { params: { id: leadId } })
  const format = useFormat()
  const entryOf = (entry: LeadEntry): TimelineEntry => {
    if (entry.kind !== 'note')
      return { key: entry.id, at: entry.at, ...changeWords(entry, { name: nameOf(entry, t), pipeline, t, format }) }
    const name = nameOf(entry, t)
    const isRemoved = entry.text === ''
    return {
      key: entry.id,
      at: entry.at,
      title: isRemoved ? t('{name} wrote a note, which was removed', { name }) : t('{name} wrote a note', { name }),
      note: !isRemoved && <Note leadId={leadId} note={entry} isEditable={isWorking && entry.is_own} />,
    }
  }
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height={60} />
  if (data.data.length === 0) return <p className={styles.quiet}>{t('Nobody has worked this lead yet.')}</p>
  return <Timeline entries={data.data.map(entryOf)} />
}

const nameOf = ({ author_name, by_api, destination_name }: LeadEntry, t: Translate): string => {
  if (destination_name !== null) return isolate(t(destination_name))
  return by_api ? t('Software (API)') : isolate(author_name ?? t('Your agency'))
}

type NoteProps = { leadId: string; note: LeadEntry; isEditable: boolean }

function Note({ leadId, note, isEditable }: NoteProps) {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = (): void => setOpen(null)
  if (open === 'edit') return <EditedNote leadId={leadId} note={note} onClose={close} />
  return (
    <>
      <p className={styles.note}>
        <Bdi>{note.text}</Bdi>
      </p>
      {note.edited_at !== null && <p>{t('Edited {when}', { when: isolate(format.dateTime(note.edited_at)) })}</p>}
      {isEditable && (
        <div className={styles.noteActions}>
          <Button variant="subtle" size="compact-xs" onClick={() => setOpen('edit')}>
            {t('Edit')}
          </Button>
          <Button variant="subtle" size="compact-xs" onClick={() => setOpen('remove')}>
            {t('Remove')}
          </Button>
        </div>
      )}
      {open === 'remove' && (
        <ConfirmAction
          title={t('Remove this note?')}
          confirmLabel={t('Remove note')}
          operation={removeLeadNote}
          input={{ params: { id: leadId, note_id: note.id } }}
          invalidates={[listLeadEntries]}
          onClose={close}
        >
          {t('Its text is deleted for everybody. The history keeps that there was a note.')}
        </ConfirmAction>
      )}
    </>
  )
}
