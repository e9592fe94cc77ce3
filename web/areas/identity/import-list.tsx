import { Button, FileButton } from '@mantine/core'
import { notifyDone } from '../../shells/notify.tsx'
import { IconDatabaseImport, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { listImports, uploadImport } from '#contract/identity/imports.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT, type Text } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import { PageLinks } from '../../shells/page-links.tsx'
import { acceptOf, fileProblem, importRule } from '../../ui/check-file.ts'
import { Card } from '../../ui/card.tsx'
import { ImportCard, ImportSkeleton } from './import-card.tsx'
import styles from './import-page.module.css'

const atWork = new Set(['checking', 'activating'])

/** Imports people from CSV files: upload, map the columns, dry run, activate. */
export function ImportList() {
  const t = useT()
  const [watch, setWatch] = useState(false)
  const [page, setPage] = useState(1)
  const imports = useCall(
    listImports,
    { query: { page, perPage: 20 } },
    { refetchEvery_ms: watch ? 1_000 : false, keepPrevious: true },
  )
  const rows = imports.data?.data
  const busy = rows?.some(({ status }) => atWork.has(status)) ?? false
  if (busy !== watch) setWatch(busy)
  const upload = useAction(uploadImport, {
    invalidates: [listImports],
    onDone: ({ message }) => {
      notifyDone(t(message))
      setPage(1)
    },
  })
  const [problem, setProblem] = useState<Text | null>(null)
  const send = (file: File | null): void => {
    if (!file) return
    const fault = fileProblem(file, importRule)
    setProblem(fault)
    upload.reset()
    if (fault) return
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ form })
  }
  const button = (
    <FileButton onChange={send} accept={acceptOf(importRule)}>
      {(props) => (
        <Button {...props} loading={upload.isPending} leftSection={<IconUpload size={16} />}>
          {t('Upload a CSV file')}
        </Button>
      )}
    </FileButton>
  )
  return (
    <>
      <div className={styles.upload}>{button}</div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {t(problem)}
        </p>
      )}
      <SubmitError failure={upload.error} />
      {imports.error && !imports.data && <FailureNote failure={imports.error} onRetry={imports.refetch} />}
      {imports.isPending && !imports.error && <ImportSkeleton />}
      {imports.data?.total === 0 && (
        <Card>
          <EmptyState
            icon={<IconDatabaseImport size={28} stroke={1.5} />}
            title={t('No imports yet')}
            hint={t(
              'Upload a CSV file with email addresses or their hashes. A dry run shows what it would change before anything does.',
            )}
            action={button}
          />
        </Card>
      )}
      <div className={styles.list}>
        {rows?.map((row) => (
          <ImportCard key={row.id} row={row} />
        ))}
        <PageLinks page={page} lastPage={imports.data?.last_page ?? 1} onPage={setPage} />
      </div>
    </>
  )
}
