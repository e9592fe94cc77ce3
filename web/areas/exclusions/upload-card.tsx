import { Alert, Button, FileButton, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconUpload } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { acceptOf, fileProblem, type FileRule } from '../../ui/check-file.ts'
import styles from './exclusions.module.css'
import { useUpload } from './use-list-actions.ts'
import type { ListTarget } from './use-list.ts'

// T125.
const wrongFormat = msg('Invalid file format. This upload only supports CSV files.')
const csvRule: FileRule = {
  types: ['text/csv'],
  endings: ['.csv'],
  largest_bytes: Number.POSITIVE_INFINITY,
  texts: { type: wrongFormat, size: wrongFormat },
}

/** Upload of a CSV file. R252: initial, saving, then success or failed, and as at first with the next file. */
export function UploadCard({ target }: { target: ListTarget }) {
  const t = useT()
  const [problem, setProblem] = useState<Text | null>(null)
  const [submitted, setSubmitted] = useState<Text | null>(null)
  const upload = useUpload(target, setSubmitted)
  const send = (file: File | null | undefined): void => {
    if (!file) return
    // A media type says nothing about the name that the server asks for.
    const found = fileProblem(file, csvRule) ?? (/\.csv$/i.test(file.name) ? null : wrongFormat)
    setProblem(found)
    setSubmitted(null)
    upload.reset()
    if (!found) upload.run(file)
  }
  const { isOver, ...dropping } = useDrop(send)
  return (
    <TitledCard title={t('Upload addresses')}>
      <div className={styles.drop} data-over={isOver || undefined} {...dropping}>
        <p className={styles.about}>
          {t(
            'One email address or MD5 hash per line, up to 10,000 in a CSV file. Only hashes are stored, never the addresses.',
          )}
        </p>
        <FileButton onChange={send} accept={acceptOf(csvRule)}>
          {(props) => (
            <Button {...props} loading={upload.isPending} leftSection={<IconUpload size={16} />}>
              {t('Upload CSV file')}
            </Button>
          )}
        </FileButton>
      </div>
      <div role="status">
        {upload.isPending && (
          <div className={styles.saving}>
            <span>{t('Please Wait, your file being upload ...')}</span>
            <Progress value={100} animated aria-hidden />
          </div>
        )}
        {submitted && (
          <Alert color="green" icon={<IconCircleCheck size={18} stroke={1.75} />} mt="md">
            {t(submitted)}
          </Alert>
        )}
      </div>
      {problem && <Problem title={t(problem)} />}
      {upload.error && (
        <Problem title={t('Whoops that did not work, please check your file for errors and try again')}>
          {upload.error.message}
        </Problem>
      )}
    </TitledCard>
  )
}

function Problem({ title, children }: { title: string; children?: string }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} />} mt="md" title={title}>
      {children}
    </Alert>
  )
}

/** Lets a file be dropped where it could be chosen. */
function useDrop(send: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      send(event.dataTransfer.files[0])
    },
  }
}
