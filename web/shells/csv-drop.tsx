import { Alert, Button, FileButton } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { msg, useT, type Text } from '../i18n/texts.tsx'
import { acceptOf, fileProblem, type FileRule } from '../ui/check-file.ts'
import styles from './csv-drop.module.css'

// T125.
const wrongFormat = msg('Invalid file format. This upload only supports CSV files.')
const csvRule: FileRule = {
  types: ['text/csv'],
  endings: ['.csv'],
  largest_bytes: Number.POSITIVE_INFINITY,
  texts: { type: wrongFormat, size: wrongFormat },
}

type CsvDropProps = {
  /** Describes what the file may contain. */
  about: ReactNode
  loading: boolean
  disabled?: boolean
  /** Called for every file, valid or not, so that the caller can hide the previous result. */
  onChoose: () => void
  onFile: (file: File) => void
  /** The previous result, shown below the field. */
  children?: ReactNode
}

/** Selects or drops a CSV file. Other files are rejected at once, with the server's own message. */
export function CsvDrop({ about, loading, disabled = false, onChoose, onFile, children }: CsvDropProps) {
  const t = useT()
  const [problem, setProblem] = useState<Text | null>(null)
  const take = (file: File | null | undefined): void => {
    if (!file || disabled || loading) return
    // Check the file name too, as the server does, because the media type does not imply it.
    const fault = fileProblem(file, csvRule) ?? (/\.csv$/i.test(file.name) ? null : wrongFormat)
    setProblem(fault)
    onChoose()
    if (!fault) onFile(file)
  }
  const { isOver, ...dropping } = useDrop(take)
  return (
    <>
      <div className={styles.drop} data-over={isOver || undefined} {...dropping}>
        <p className={styles.about}>{about}</p>
        <FileButton onChange={take} accept={acceptOf(csvRule)} disabled={disabled}>
          {(props) => (
            <Button {...props} disabled={disabled} loading={loading} leftSection={<IconUpload size={16} />}>
              {t('Upload CSV file')}
            </Button>
          )}
        </FileButton>
      </div>
      {children}
      {problem && <FileProblem title={t(problem)} />}
    </>
  )
}

export function FileProblem({ title, children }: { title: string; children?: string }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} stroke={1.75} />} mt="md" title={title}>
      {children}
    </Alert>
  )
}

/** Drag-and-drop handlers for a file. */
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
