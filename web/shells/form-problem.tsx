import { Alert, Button, Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useFormat } from '../i18n/format.ts'
import { isolate } from '../i18n/isolate.ts'
import { joinWords, useT } from '../i18n/texts.tsx'
import { SubmitError } from './failure-note.tsx'
import styles from './form-dialog.module.css'
import type { Conflict, ServerForm } from './server-form.ts'

/** Errors of a form that belong to none of its fields. */
export function FormProblem<Values extends Record<string, unknown>>({
  form,
}: {
  form: Pick<ServerForm<Values>, 'conflict' | 'submitError'>
}) {
  return form.conflict ? <ConflictNote conflict={form.conflict} /> : <SubmitError failure={form.submitError} />
}

/** An edit conflict: who saved what and when, and the three ways to resolve it. The user's input is kept. */
function ConflictNote({ conflict: { failure, labels, overwrite, reload, dismiss } }: { conflict: Conflict }) {
  const t = useT()
  const format = useFormat()
  const { changed_at, changed_by, changed_fields } = failure.change!
  const date = format.dateTime(changed_at)
  const name = joinWords(changed_by.map(isolate), t)
  const fields = [...new Set(changed_fields.flatMap((field) => labels[field] ?? []))].map((label) => t(label))
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers size={18} stroke={1.75} />} title={failure.message} mb="md">
      <p className={styles.problem}>
        {name ? t('Changed by {name} on {date}.', { name, date }) : t('Changed on {date}.', { date })}
      </p>
      {fields.length > 0 && (
        <p className={styles.problem}>{t('Changed: {fields}', { fields: joinWords(fields, t) })}</p>
      )}
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={dismiss}>
          {t('Keep editing')}
        </Button>
        <Button variant="default" size="xs" onClick={reload}>
          {t('Reload')}
        </Button>
        <Button color="red" size="xs" onClick={overwrite}>
          {t('Overwrite')}
        </Button>
      </Group>
    </Alert>
  )
}
