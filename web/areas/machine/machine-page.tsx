import { useState } from 'react'
import { readMachine, type Machine } from '#contract/machine/machine.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { Section } from '../../shells/section.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { CertificatesSection } from './certificates-section.tsx'
import { DeadJobs } from './dead-jobs.tsx'
import { FiguresSection } from './figures-section.tsx'
import styles from './machine.module.css'
import { RunbookDialog } from './runbook-dialog.tsx'

const refetchEvery_ms = 15_000

/** `/configuration/machine`: what the processes and the database tell of themselves, and what to do about it. */
export function MachinePage() {
  const t = useT()
  const [runbook, setRunbook] = useState<string | null>(null)
  const { data: answer, error, refetch } = useCall(readMachine, {}, { refetchEvery_ms, alwaysFresh: true })
  const data = answer?.data
  return (
    <>
      <PageHeader
        title={t('Machine')}
        description={t('What the running processes and their database tell. Metrics and alerts use the same figures.')}
      />
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {data && (
        <div className={styles.sections}>
          <FiguresSection lines={data.lines} onRunbook={setRunbook} />
          <ProcessesSection processes={data.processes} />
          <DeadJobs />
          <CertificatesSection certificates={data.certificates} />
          <StatementsSection statements={data.statements} />
        </div>
      )}
      {runbook !== null && <RunbookDialog name={runbook} onClose={() => setRunbook(null)} />}
    </>
  )
}

function ProcessesSection({ processes }: { processes: Machine['processes'] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('Processes')}>
      <WideTable label={t('Processes')}>
        <thead>
          <tr>
            <th scope="col">{t('Name of the machine')}</th>
            <th scope="col">{t('Version')}</th>
            <th scope="col">{t('Roles')}</th>
            <th scope="col">{t('Started')}</th>
            <th scope="col">{t('Status')}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((row) => (
            <tr key={`${row.machine} ${row.started_at}`}>
              <td>
                <bdi>{row.machine}</bdi>
              </td>
              <td>
                <bdi>{row.version}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{row.roles.join(', ')}</bdi>
              </td>
              <td>
                <time dateTime={row.started_at}>{format.when(row.started_at)}</time>
              </td>
              <td>
                <StatusBadge tone={row.is_stopping ? 'warn' : 'ok'}>
                  {row.is_stopping ? t('Stopping') : t('Running')}
                </StatusBadge>
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </Section>
  )
}

function StatementsSection({ statements }: { statements: Machine['statements'] }) {
  const t = useT()
  const format = useFormat()
  if (statements === null)
    return (
      <Section
        title={t('Slow statements')}
        description={t(
          'This database does not measure statements. The extension pg_stat_statements of PostgreSQL does: docs/runbooks/capacity.md says how to add it.',
        )}
      >
        {null}
      </Section>
    )
  return (
    <Section title={t('Slow statements')} description={t('What took most of the database’s time, without values.')}>
      <WideTable label={t('Slow statements')} hasNames>
        <thead>
          <tr>
            <th scope="col">{t('Statement')}</th>
            <th scope="col" data-align="end">
              {t('Calls')}
            </th>
            <th scope="col" data-align="end">
              {t('Time in all')}
            </th>
            <th scope="col" data-align="end">
              {t('Milliseconds each')}
            </th>
          </tr>
        </thead>
        <tbody>
          {statements.map((row, at) => (
            <tr key={at}>
              <td>
                <code dir="ltr">{row.text}</code>
              </td>
              <td data-align="end">{format.number(row.calls)}</td>
              <td data-align="end">{format.duration(row.total_s)}</td>
              <td data-align="end">{format.number(Math.round(row.mean_ms * 10) / 10)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </Section>
  )
}
