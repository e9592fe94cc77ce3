import { useState } from 'react'
import type { ColumnFields } from '#contract/enrichment/columns.ts'
import { listEnrichments, readKnownColumns, uploadEnrichment } from '#contract/enrichment/enrichments.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { CsvDrop, FileProblem } from '../../shells/csv-drop.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { readFilePreview, type FilePreview } from '../../shells/file-preview.ts'
import { SearchSelect } from '../../shells/search-select.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { useClientSearch } from '../../shells/owners/client-search.ts'
import { hasUnknownColumns } from './chosen-fields.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import styles from './enrichment.module.css'

/** Uploads a list for a client, who pays for the matches. */
export function UploadList() {
  const t = useT()
  const me = useMe()
  const [clientId, setClientId] = useState(me.side === 'client' ? me.companyId : '')
  const { question, failure, ...list } = useUpload(clientId)
  return (
    <TitledCard title={t('Upload a list')}>
      <div className={styles.upload}>
        {me.side === 'agency' && <ClientChoice clientId={clientId} onChoose={setClientId} />}
        <div>
          <CsvDrop
            about={t(
              'A CSV file of up to 10,000 people with a column of email addresses, their MD5, SHA-1 or SHA-256 hashes, or phone numbers. You see the matches and price before you pay; unmatched people are free.',
            )}
            loading={list.loading}
            disabled={clientId === '' || !list.isReady}
            onChoose={list.reset}
            onFile={(file) => void list.take(file)}
          />
          {failure && !question && (
            <FileProblem title={t('Whoops that did not work, please check your file for errors and try again')}>
              {failure.message}
            </FileProblem>
          )}
        </div>
      </div>
      {question && (
        <ColumnsDialog
          preview={question.preview}
          knownColumns={list.knownColumns}
          loading={list.loading}
          failure={failure}
          onUpload={(fields) => list.send(question.file, fields)}
          onClose={list.close}
        />
      )}
    </TitledCard>
  )
}

/** Uploads a list immediately if its headings identify all columns; otherwise asks for the mapping first. */
function useUpload(clientId: string) {
  const t = useT()
  const [question, setQuestion] = useState<{ file: File; preview: FilePreview } | null>(null)
  const columns = useCall(readKnownColumns, { params: { companyId: clientId } }, { enabled: clientId !== '' })
  const upload = useAction(uploadEnrichment, {
    invalidates: [listEnrichments, readKnownColumns],
    onDone: ({ message }) => {
      setQuestion(null)
      notifyDone(t(message))
    },
  })
  const send = (file: File, fields?: ColumnFields): void => {
    const form = new FormData()
    if (fields) form.append('column_fields', JSON.stringify(fields))
    form.append('file', file)
    upload.mutate({ params: { companyId: clientId }, form })
  }
  const take = async (file: File): Promise<void> => {
    const preview = await readFilePreview(file)
    if (preview && hasUnknownColumns(preview.columns)) setQuestion({ file, preview })
    else send(file)
  }
  const close = (): void => {
    setQuestion(null)
    upload.reset()
  }
  return {
    question,
    failure: upload.error,
    loading: upload.isPending,
    // Wait for the remembered mappings, or the user would be asked again about known columns.
    isReady: columns.data !== undefined || columns.error !== null,
    knownColumns: columns.data?.data ?? [],
    send,
    take,
    close,
    reset: () => upload.reset(),
  }
}

function ClientChoice({ clientId, onChoose }: { clientId: string; onChoose: (id: string) => void }) {
  const t = useT()
  const clients = useClientSearch(clientId)
  return (
    <SearchSelect
      {...clients}
      className={styles.client}
      label={t('Client')}
      withAsterisk
      placeholder={t('Search clients')}
      onChoose={(value) => onChoose(value ?? '')}
    />
  )
}
