import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { informationTypes, knownInformation, type InformationType } from '#contract/identity/advance-information.ts'
import {
  checkImport,
  companyFields,
  listImports,
  personFields,
  previewImport,
  signalFields,
  type ImportField,
  type ImportMapping,
  type ImportRow,
} from '#contract/identity/imports.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { SubmitError } from '../../shells/failure-note.tsx'
import { ColumnSample } from '../../ui/column-sample.tsx'
import { companyFieldName, fieldTexts } from './words.ts'
import styles from './import-page.module.css'

/** Maps each column, with guesses preselected, and starts the dry run. */
export function MappingForm({ row }: { row: ImportRow }) {
  const t = useT()
  const [mapping, setMapping] = useState<ImportMapping>(row.mapping)
  const check = useAction(checkImport, { invalidates: [listImports] })
  const choose = (field: ImportField, column: string | null): void => {
    const { [field]: _old, ...rest } = mapping
    setMapping(column === null ? rest : { ...rest, [field]: column })
  }
  const fields: Fields = { row, mapping, choose, errorOf: (field) => check.error?.fields[`mapping.${field}`] }
  return (
    <>
      <FirstRows row={row} />
      <div className={styles.mapping}>
        {personFields.map((field) => (
          <ColumnSelect key={field} field={field} label={t(fieldTexts[field])} {...fields} />
        ))}
      </div>
      <Signals {...fields} />
      <Companies {...fields} />
      {informationTypes.map((type) => (
        <Traits key={type} type={type} {...fields} />
      ))}
      <div className={styles.buttons}>
        <SubmitError failure={check.error && Object.keys(check.error.fields).length === 0 ? check.error : null} />
        <Button
          // Once it is checked, the main step is the activation.
          variant={row.status === 'checked' ? 'default' : undefined}
          onClick={() => check.mutate({ params: { id: row.id }, body: { mapping } })}
          loading={check.isPending}
        >
          {t('Start the dry run')}
        </Button>
      </div>
    </>
  )
}

/**
 * The first rows, to help identify columns whose heading is unclear. Hidden if the file cannot be previewed; shown before
 * they arrive, so that the fields below do not move under the pointer.
 */
function FirstRows({ row }: { row: ImportRow }) {
  const t = useT()
  const preview = useCall(previewImport, { params: { id: row.id } })
  const rows = preview.data?.data
  if (preview.error || rows?.length === 0) return null
  return (
    <details className={styles.traits}>
      <summary>{t('First rows of the file')}</summary>
      <div className={styles.mapping}>
        {row.columns.map((column, at) => (
          <ColumnSample key={column} heading={column} values={rows?.map((values) => values[at] ?? '') ?? []} />
        ))}
      </div>
    </details>
  )
}

/** Fields of a signal file; expanded if any of its columns was recognized. */
function Signals(fields: Fields) {
  const t = useT()
  const count = signalFields.filter((field) => fields.mapping[field] !== undefined).length
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <details className={styles.traits} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('What they search for ({chosen} of {all})', { chosen: count, all: signalFields.length })}</summary>
      <div className={styles.mapping}>
        {signalFields.map((field) => (
          <ColumnSelect key={field} field={field} label={t(fieldTexts[field])} {...fields} />
        ))}
      </div>
    </details>
  )
}

/** Fields of a company file; expanded if any of its columns was recognized. */
function Companies(fields: Fields) {
  const t = useT()
  const count = companyFields.filter((field) => fields.mapping[field] !== undefined).length
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <details className={styles.traits} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('Companies and their addresses ({chosen} of {all})', { chosen: count, all: companyFields.length })}
      </summary>
      <div className={styles.mapping}>
        {companyFields.map((field) => (
          <ColumnSelect key={field} field={field} label={t(companyFieldName(field))} {...fields} />
        ))}
      </div>
    </details>
  )
}

type Fields = {
  row: ImportRow
  mapping: ImportMapping
  choose: (field: ImportField, column: string | null) => void
  errorOf: (field: ImportField) => string | undefined
}

const typeTexts: Readonly<Record<InformationType, Text>> = {
  enhance: msg('About the person ({chosen} of {all})'),
  b2b: msg('About their work ({chosen} of {all})'),
}

/** Advance information fields; expanded if any of their columns was recognized. */
function Traits({ type, ...fields }: Fields & { type: InformationType }) {
  const t = useT()
  const kinds = knownInformation.filter((each) => each.type === type)
  const count = kinds.filter(({ id }) => fields.mapping[`trait.${id}`] !== undefined).length
  const [isOpen, setOpen] = useState(count > 0)
  return (
    <details className={styles.traits} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t(typeTexts[type], { chosen: count, all: kinds.length })}</summary>
      <div className={styles.mapping}>
        {kinds.map(({ id, name, isSensitive }) => (
          <ColumnSelect
            key={id}
            field={`trait.${id}`}
            label={isSensitive ? `${t(name)} · ${t('Sensitive')}` : t(name)}
            {...fields}
          />
        ))}
      </div>
    </details>
  )
}

function ColumnSelect({ field, label, row, mapping, choose, errorOf }: Fields & { field: ImportField; label: string }) {
  const t = useT()
  return (
    <Select
      label={label}
      data={row.columns}
      value={mapping[field] ?? null}
      onChange={(column) => choose(field, column)}
      placeholder={t('Not in the file')}
      allowDeselect
      clearable
      error={errorOf(field)}
    />
  )
}
