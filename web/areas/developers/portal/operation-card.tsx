import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Card } from '../../../ui/card.tsx'
import {
  answerSchemaOf,
  fieldsOf,
  parametersOf,
  refusalsOf,
  requestSchemaOf,
  scopeOf,
  type PathOperation,
} from './api-document.ts'
import { FieldTable } from './field-table.tsx'
import { RunCall } from './run-call.tsx'
import styles from './portal.module.css'

type OperationCardProps = { operation: PathOperation; token: string }

/** One operation: its request, response, errors and code samples. */
export function OperationCard({ operation, token }: OperationCardProps) {
  const t = useT()
  const { operationId, method, path, summary, deprecated } = operation
  const scope = scopeOf(operation)
  const request = requestSchemaOf(operation)
  const answer = answerSchemaOf(operation)
  return (
    <Card>
      <section id={operationId} aria-labelledby={`${operationId}-title`} className={styles.operation}>
        <div className={styles.summary}>
          <h2 id={`${operationId}-title`} className={styles.title}>
            <bdi dir="ltr" className={styles.code}>
              {method} {path.replace('/api', '')}
            </bdi>
          </h2>
          {deprecated && <StatusBadge tone="warn">{t('Deprecated')}</StatusBadge>}
        </div>
        <p className={styles.words}>{t(summary)}</p>
        {scope && <p className={styles.note}>{t('Scope: {scope}', { scope })}</p>}
        <FieldTable title={t('In the path')} fields={parametersOf(operation, 'path')} />
        <FieldTable title={t('In the query')} fields={parametersOf(operation, 'query')} />
        <FieldTable title={t('In the headers')} fields={parametersOf(operation, 'header')} />
        {request && <FieldTable title={t('In the body')} fields={fieldsOf(request)} />}
        {answer && <FieldTable title={t('Answer')} fields={fieldsOf(answer)} isAnswer />}
        <Refusals operation={operation} />
        <Samples operation={operation} />
        {method === 'GET' && <RunCall operation={operation} token={token} />}
      </section>
    </Card>
  )
}

function Refusals({ operation }: { operation: PathOperation }) {
  const t = useT()
  return (
    <details className={styles.details}>
      <summary>{t('Errors')}</summary>
      <ul className={styles.codes} dir="ltr">
        {refusalsOf(operation).map(({ status, codes }) => (
          <li key={status} className={styles.code}>
            {status}: {codes}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Samples({ operation }: { operation: PathOperation }) {
  const t = useT()
  const samples = operation['x-codeSamples'] ?? []
  const [sampleLabel, setSampleLabel] = useState(samples[0]?.label ?? '')
  const sample = samples.find(({ label }) => label === sampleLabel)
  if (!sample) return null
  return (
    <div className={styles.samples}>
      <SegmentedControl
        size="xs"
        aria-label={t('Language of the example')}
        value={sampleLabel}
        onChange={setSampleLabel}
        data={samples.map(({ label }) => label)}
      />
      <CopyField label={t('Example')} value={sample.source} />
    </div>
  )
}
