import { useEffect, useState } from 'react'
import type { Delimiter } from '#contract/core/csv-dialect.ts'
import type { Encoding } from '#contract/core/text-encoding.ts'
import { msg, useT, type Text } from '../i18n/texts.tsx'
import { ColumnSample } from '../ui/column-sample.tsx'
import { readFilePreview, type FilePreview } from './file-preview.ts'
import styles from './csv-drop.module.css'

const marks: Readonly<Record<Delimiter, Text>> = {
  ',': msg('Values separated by commas.'),
  ';': msg('Values separated by semicolons.'),
  '\t': msg('Values separated by tabs.'),
  '|': msg('Values separated by vertical bars.'),
}

const encodingNames: Readonly<Record<Encoding, string>> = {
  'UTF-8': 'UTF-8',
  'UTF-16LE': 'UTF-16',
  'UTF-16BE': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** How a file is read: the same words at every upload. */
export function FileReading({ delimiter, encoding }: { delimiter: Delimiter; encoding: Encoding }) {
  const t = useT()
  return (
    <p className={styles.reading}>
      {t(marks[delimiter])}{' '}
      {encoding !== 'UTF-8' && t('Converted from {encoding}.', { encoding: encodingNames[encoding] })}
    </p>
  )
}

/** How a chosen file is read, and its first rows. Shows nothing of a file that cannot be read. */
export function ChosenFile({ file }: { file: File | null }) {
  const preview = usePreview(file)
  if (!preview) return null
  return (
    <div className={styles.fileReading}>
      <FileReading {...preview} />
      <div className={styles.columns}>
        {preview.columns.map((column, at) => (
          <ColumnSample key={column} heading={column} values={preview.rows.map((row) => row[at] ?? '')} />
        ))}
      </div>
    </div>
  )
}

function usePreview(file: File | null): FilePreview | null {
  const [reading, setReading] = useState<{ file: File; preview: FilePreview | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (file) void readFilePreview(file).then((preview) => isCurrent && setReading({ file, preview }))
    return () => {
      isCurrent = false
    }
  }, [file])
  return file !== null && reading?.file === file ? reading.preview : null
}
