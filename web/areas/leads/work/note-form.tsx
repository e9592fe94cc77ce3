import { Button, Textarea } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/lead.ts'
import { addLeadNote, editLeadNote, listLeadEntries, maxNoteLength, type LeadEntry } from '#contract/leads/lead-work.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import styles from './lead-work.module.css'
import { MentionChoice } from './mention-choice.tsx'

/** Writes a new note about a lead. */
export function NewNote({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const isClient = useMe().side === 'client'
  const { mutateAsync } = useAction(addLeadNote, { invalidates: [listLeadEntries] })
  return (
    <NoteForm
      // A panel shows one lead after another; each starts with an empty note.
      key={lead.id}
      lead={lead}
      text=""
      label={t('New note')}
      hint={
        isClient ? t('Your agency reads it, too.') : t('{name} reads it, too.', { name: isolate(lead.company_name) })
      }
      submitLabel={t('Add note')}
      send={(text) => mutateAsync({ params: { id: lead.id }, body: { text } })}
    />
  )
}

type EditedNoteProps = { leadId: string; note: LeadEntry; onClose: () => void }

/** Edits a note in its place in the history. */
export function EditedNote({ leadId, note, onClose }: EditedNoteProps) {
  const t = useT()
  const { mutateAsync } = useAction(editLeadNote, { invalidates: [listLeadEntries] })
  return (
    <NoteForm
      text={note.text}
      label={t('Note')}
      submitLabel={t('Save')}
      send={(text) => mutateAsync({ params: { id: leadId, note_id: note.id }, body: { text } })}
      onClose={onClose}
    />
  )
}

type NoteFormProps = {
  /** Whose people can be mentioned; none are offered while a note is edited, which mails nobody. */
  lead?: LeadDetail
  text: string
  label: Text
  hint?: string
  submitLabel: Text
  send: (text: string) => Promise<{ message: string }>
  /** Shows a button that leaves the note as it is. */
  onClose?: () => void
}

function NoteForm({ lead, text, label, hint, submitLabel, send, onClose }: NoteFormProps) {
  const t = useT()
  const server = useServerForm({
    initialValues: { text },
    validate: { text: (value) => (value.trim() === '' ? t('Enter text.') : null) },
    send: (values) => send(values.text),
    onDone: ({ message }) => {
      notifyDone(t(message))
      server.reset()
      onClose?.()
    },
  })
  const { form, formRef, onSubmit, submitting } = server
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
      <Textarea
        label={label}
        description={hint}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={maxNoteLength}
        autoFocus={onClose !== undefined}
        {...form.getInputProps('text')}
      />
      <FormProblem form={server} />
      <div className={styles.buttons}>
        {lead && (
          <MentionChoice
            lead={lead}
            onChoose={(name) => form.setFieldValue('text', `${form.values.text.trimEnd()} @${name} `.trimStart())}
          />
        )}
        {onClose && (
          <Button variant="default" size="xs" onClick={onClose} disabled={submitting}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" size="xs" loading={submitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
