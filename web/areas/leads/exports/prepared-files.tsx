import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadLeadExport, listLeadExports, removeLeadExport, type LeadExport } from '#contract/leads/exports.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { useDownload } from '../../../shells/use-download.ts'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from './prepared-files.module.css'
import { isInProgress, useExports } from './use-exports.ts'
import { mayCall } from '../../../session/may-call.ts'
import { useMe } from '../../../session/me.ts'

/** Prepared lead exports with their progress; hidden if there are none. */
export function PreparedFiles({ companyId }: { companyId: string }) {
  const t = useT()
  const files = useExports(companyId)
  const [exportToRemove, setExportToRemove] = useState<LeadExport | null>(null)
  if (files.length === 0) return null
  return (
    <div className={styles.root}>
      <TitledCard title={t('Prepared files')}>
        <ul className={styles.list}>
          {files.map((file) => (
            <File key={file.id} file={file} companyId={companyId} onRemove={() => setExportToRemove(file)} />
          ))}
        </ul>
      </TitledCard>
      {exportToRemove && (
        <ConfirmAction
          title={isInProgress(exportToRemove) ? t('Stop preparing this file?') : t('Remove this file?')}
          confirmLabel={isInProgress(exportToRemove) ? t('Stop and remove') : t('Remove')}
          operation={removeLeadExport}
          input={{ params: { companyId, id: exportToRemove.id } }}
          invalidates={[listLeadExports]}
          onClose={() => setExportToRemove(null)}
        >
          <p>{t('Your leads stay as they are. You can prepare a file of them again at any time.')}</p>
        </ConfirmAction>
      )}
    </div>
  )
}

type FileProps = { file: LeadExport; companyId: string; onRemove: () => void }

function File({ file, companyId, onRemove }: FileProps) {
  const t = useT()
  const format = useFormat()
  const mayRemove = mayCall(useMe(), removeLeadExport)
  const download = useDownload(downloadLeadExport)
  const requestedAt = format.when(file.created_at)
  const name = t('Leads of {when}', { when: isolate(requestedAt) })
  return (
    <li className={styles.line}>
      <div className={styles.name}>
        <strong>{name}</strong>
        <span className={styles.about}>
          <About file={file} />
        </span>
        <State file={file} />
      </div>
      <div className={styles.actions}>
        {file.status === 'ready' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={15} />}
            loading={download.busy}
            aria-label={t('Download {name}', { name })}
            onClick={() => download.start({ params: { companyId, id: file.id } })}
          >
            {t('Download')}
          </Button>
        )}
        {mayRemove && (
          <Tooltip label={t('Remove {name}', { name })}>
            <ActionIcon size={28} aria-label={t('Remove {name}', { name })} onClick={onRemove}>
              <IconX size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </li>
  )
}

const formatNames: Readonly<Record<LeadExport['format'], Text>> = {
  shown: msg('As shown in the list'),
  spreadsheet: msg('All fields, for spreadsheets'),
  raw: msg('Raw data for other software'),
}

function About({ file }: { file: LeadExport }) {
  const t = useT()
  const format = useFormat()
  const parts = [
    t(formatNames[file.format]),
    file.search_query && t('Search: {words}', { words: isolate(file.search_query) }),
    file.status === 'ready' && t('{count, plural, one {# lead} other {# leads}}', { count: file.rows_done }),
    file.bytes !== null && format.size(file.bytes),
    t('Until {date}', { date: isolate(format.when(file.expires_at)) }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const problems: Readonly<Record<NonNullable<LeadExport['problem']>, Text>> = {
  no_room: msg(
    'The server couldn’t store the file; it may be out of space. Tell your administrator, then prepare it again.',
  ),
  fault: msg('The file couldn’t be prepared. Try again; if it fails again, contact support.'),
}

function State({ file }: { file: LeadExport }) {
  const t = useT()
  const format = useFormat()
  if (file.problem !== null)
    return (
      <span className={styles.problem}>
        <StatusBadge tone="bad">{t('Failed')}</StatusBadge> {t(problems[file.problem])}
      </span>
    )
  if (!isInProgress(file)) return null
  if (file.rows_total === null) return <span className={styles.about}>{t('Queued …')}</span>
  const [count, total] = [file.rows_done, file.rows_total].map((rows) => isolate(format.number(rows)))
  return (
    <span className={styles.progress}>
      <Progress
        value={file.rows_total === 0 ? 100 : (file.rows_done / file.rows_total) * 100}
        aria-label={t('Preparing the file')}
      />
      <span className={styles.about}>{t('{done} of {total} leads', { done: count!, total: total! })}</span>
    </span>
  )
}
