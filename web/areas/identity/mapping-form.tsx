import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { checkImport, importFields, listImports, type ImportField, type ImportRow } from '#contract/identity/imports.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { fieldTexts } from './words.ts'
import styles from './import-page.module.css'

/** Says what each column means; guesses stand in already. Starts the dry run. */
export function MappingForm({ row }: { row: ImportRow }) {
  const t = useT()
  const [mapping, setMapping] = useState<Partial<Record<ImportField, string>>>(row.mapping)
  const check = useAction(checkImport, { invalidates: [listImports] })
  const choose = (field: ImportField, column: string | null): void => {
    const { [field]: _old, ...rest } = mapping
    setMapping(column === null ? rest : { ...rest, [field]: column })
  }
  return (
    <>
      <div className={styles.mapping}>
        {importFields.map((field) => (
          <Select
            key={field}
            label={t(fieldTexts[field])}
            data={row.columns}
            value={mapping[field] ?? null}
            onChange={(column) => choose(field, column)}
            placeholder={t('Not in the file')}
            allowDeselect
            clearable
            error={check.error?.fields[`mapping.${field}`]}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <SubmitError failure={check.error && Object.keys(check.error.fields).length === 0 ? check.error : null} />
        <Button onClick={() => check.mutate({ params: { id: row.id }, body: { mapping } })} loading={check.isPending}>
          {t('Start the dry run')}
        </Button>
      </div>
    </>
  )
}
