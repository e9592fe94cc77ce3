import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { knownFields, whoFields, type ColumnFields, type ListField } from '#contract/enrichment/columns.ts'
import { knownInformation } from '#contract/identity/advance-information.ts'
import type { CallFailure } from '../../api/failure.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import type { FilePreview } from '../../shells/file-preview.ts'
import { FileReading } from '../../shells/file-reading.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { ColumnSample } from '../../ui/column-sample.tsx'
import { fieldTexts } from '../identity/words.ts'
import { choose, startOf, type KnownColumn } from './chosen-fields.ts'
import styles from './enrichment.module.css'

type ColumnsDialogProps = {
  preview: FilePreview
  knownColumns: readonly KnownColumn[]
  loading: boolean
  failure: CallFailure | null
  onUpload: (fields: ColumnFields) => void
  onClose: () => void
}

/** Maps a list's columns to fields, next to their first rows. The mapping is remembered by heading. */
export function ColumnsDialog({ preview, knownColumns, loading, failure, onUpload, onClose }: ColumnsDialogProps) {
  const t = useT()
  const [fields, setFields] = useState(() => startOf(preview.columns, knownColumns))
  const options = optionsOf(t)
  const errorOf = (column: string): string | undefined => failure?.fields[`column_fields.${column}`]
  const isNamed = preview.columns.some(errorOf)
  // While the call runs, the dialog stays, because it has to show the error if there is one.
  const close = (): void => {
    if (!loading) onClose()
  }
  return (
    <Dialog opened onClose={close} title={t('Match your columns')} size="lg" closeOnClickOutside={false}>
      <p className={styles.about}>
        {t(
          'One column must contain email addresses, hashes or phone numbers. Your choices are remembered for lists with the same headings.',
        )}
      </p>
      <FileReading {...preview} />
      <ul className={styles.columns} aria-label={t('Columns')}>
        {preview.columns.map((column, at) => (
          <li key={column}>
            <ColumnSample heading={column} values={preview.rows.map((row) => row[at] ?? '')} />
            <Select
              data-autofocus
              openOnFocus={false}
              aria-label={t('What “{name}” contains', { name: isolate(column) })}
              data={options}
              value={fields[column] || none}
              searchable
              nothingFoundMessage={t('Nothing has this name.')}
              error={errorOf(column)}
              onChange={(next) => setFields(choose(fields, column, next === none ? '' : (next as ListField)))}
            />
          </li>
        ))}
      </ul>
      <SubmitError failure={isNamed ? null : failure} />
      <DialogFooter>
        <Button variant="default" onClick={onClose} disabled={loading}>
          {t('Cancel')}
        </Button>
        <Button loading={loading} onClick={() => onUpload(fields)}>
          {t('Upload list')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** A regular option instead of an empty value, so that it can be selected by keyboard. */
const none = 'unused'

const optionsOf = (t: Translate) => [
  { value: none, label: t('Not used') },
  { group: t('Person'), items: whoFields.map((field) => ({ value: field, label: t(fieldTexts[field]) })) },
  {
    group: t('Advance information'),
    items: knownFields.map((field) => ({
      value: field,
      label: t(knownInformation.find(({ id }) => `trait.${id}` === field)!.name),
    })),
  },
]
