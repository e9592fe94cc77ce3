import { Alert, Progress, Skeleton } from '@mantine/core'
import { knownInformation } from '#contract/identity/advance-information.ts'
import { traitOf, type CompanyField, type ImportRow } from '#contract/identity/imports.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { FileReading } from '../../shells/file-reading.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ActivateImport } from './activate-import.tsx'
import styles from './import-page.module.css'
import { MappingForm } from './mapping-form.tsx'
import { companyFieldName, fieldTexts } from './words.ts'

const states: Record<ImportRow['status'], { text: string; tone: Tone; pulse: boolean }> = {
  uploaded: { text: msg('Uploaded'), tone: 'info', pulse: false },
  checking: { text: msg('Checking'), tone: 'info', pulse: true },
  checked: { text: msg('Checked'), tone: 'info', pulse: false },
  activating: { text: msg('Activating'), tone: 'info', pulse: true },
  active: { text: msg('Active'), tone: 'ok', pulse: false },
  failed: { text: msg('Failed'), tone: 'bad', pulse: false },
}

/** One import with its next step. */
export function ImportCard({ row }: { row: ImportRow }) {
  const t = useT()
  const format = useFormat()
  const state = states[row.status]
  return (
    <Card>
      <div className={styles.head}>
        <div>
          <div className={styles.name}>
            <bdi>{row.file_name}</bdi>
          </div>
          <div className={styles.when}>{format.dateTime(row.created_at)}</div>
          <FileReading delimiter={row.delimiter} encoding={row.encoding} />
        </div>
        <StatusBadge tone={state.tone} pulse={state.pulse}>
          {t(state.text)}
        </StatusBadge>
      </div>
      {row.error && (
        <Alert color="red" mb="md" role="alert">
          {t(row.error)}
        </Alert>
      )}
      <ImportProgress row={row} />
      <ImportCounts row={row} />
      <ImportProblems row={row} />
      <UnreadValues row={row} />
      {(row.status === 'uploaded' || row.status === 'failed') && <MappingForm row={row} />}
      {row.status === 'checked' && (
        <>
          <ActivateImport row={row} />
          <details className={styles.traits}>
            <summary>{t('Change the columns')}</summary>
            <MappingForm row={row} />
          </details>
        </>
      )}
    </Card>
  )
}

/** The progress bar is indeterminate during the dry run, because the file's row count is not known yet. */
function ImportProgress({ row }: { row: ImportRow }) {
  const t = useT()
  const format = useFormat()
  if (row.status !== 'checking' && row.status !== 'activating') return null
  const share = row.status === 'activating' && row.rows_total > 0 ? row.rows_done / row.rows_total : null
  const words = t('{count} rows read', { count: format.number(row.rows_done) })
  return (
    <div className={styles.progress} role="status">
      <Progress value={share === null ? 100 : share * 100} animated={share === null} aria-label={words} />
      <span>{words}</span>
    </div>
  )
}

function ImportCounts({ row }: { row: ImportRow }) {
  const t = useT()
  const format = useFormat()
  if (row.rows_total === 0) return null
  const hasHashes = row.mapping.md5 || row.mapping.sha1 || row.mapping.sha256
  const counts: [string, number][] = [
    [t('New'), row.rows_new],
    [t('Changed'), row.rows_changed],
    [t('Unchanged'), row.rows_same],
    [t('Invalid'), row.rows_invalid],
    [t('Opted out'), row.rows_opted_out],
  ]
  return (
    <>
      <dl className={styles.counts}>
        {counts.map(([label, count]) => (
          <div key={label} className={styles.count}>
            <dt>{label}</dt>
            <dd>{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      {hasHashes && (
        <p className={styles.note}>
          {t(
            'A row with only a hash counts as opted out if that hash, or another one stored for the same person, opted out. Otherwise it can’t be known.',
          )}
        </p>
      )}
    </>
  )
}

const isCompanyField = (field: string): field is CompanyField => field.startsWith('company.')

const fieldName = (field: string): string =>
  (isCompanyField(field) ? companyFieldName(field) : undefined) ??
  (fieldTexts as Record<string, string>)[field] ??
  knownInformation.find(({ id }) => id === traitOf(field))?.name ??
  field

function ImportProblems({ row }: { row: ImportRow }) {
  const t = useT()
  if (row.problems.length === 0 || row.status === 'active') return null
  return <ProblemList problems={row.problems} label={t('Rows that cannot be imported')} />
}

/** What counts as empty. Its rows are imported all the same. */
function UnreadValues({ row }: { row: ImportRow }) {
  const t = useT()
  if (row.values_unread === 0 || row.status === 'active') return null
  return (
    <details className={styles.traits}>
      <summary>
        {t('{count, plural, one {# value} other {# values}} could not be read and will be left blank.', {
          count: row.values_unread,
        })}
      </summary>
      <ProblemList problems={row.unread} label={t('Values that could not be read')} />
    </details>
  )
}

function ProblemList({ problems, label }: { problems: ImportRow['problems']; label: string }) {
  const t = useT()
  return (
    // Focusable, so that a long list can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.problems} tabIndex={0} aria-label={label}>
      {problems.map((problem) => (
        <li key={`${problem.row} ${problem.field}`}>
          {t('Row {row}', { row: problem.row })}: <bdi>{t(fieldName(problem.field))}</bdi> {t(problem.message)}
        </li>
      ))}
    </ul>
  )
}

export function ImportSkeleton() {
  return (
    <div className={styles.list}>
      {[1, 2, 3].map((n) => (
        <Skeleton key={n} height={96} radius="lg" />
      ))}
    </div>
  )
}
