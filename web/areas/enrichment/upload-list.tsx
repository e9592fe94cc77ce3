import { useState } from 'react'
import { listEnrichments, uploadEnrichment } from '#contract/enrichment/enrichments.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { CsvDrop, FileProblem } from '../../shells/csv-drop.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { SearchSelect } from '../../shells/search-select.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { useClientSearch } from '../companies/client-search.ts'
import styles from './enrichment.module.css'

/** A list is uploaded for a client, who pays for what is found. */
export function UploadList() {
  const t = useT()
  const me = useMe()
  const [clientId, setClientId] = useState(me.side === 'client' ? me.companyId : '')
  const upload = useAction(uploadEnrichment, {
    invalidates: [listEnrichments],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const run = (file: File): void => {
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ params: { companyId: clientId }, form })
  }
  return (
    <TitledCard title={t('Upload a list')}>
      <div className={styles.upload}>
        {me.side === 'agency' && <ClientChoice chosen={clientId} onChoose={setClientId} />}
        <div>
          <CsvDrop
            about={t(
              'A CSV file of up to 10,000 people, with a column named email, md5, sha1, sha256 or phone. You see what was found and its price before you pay; people we do not find are free.',
            )}
            loading={upload.isPending}
            disabled={clientId === ''}
            onChoose={() => upload.reset()}
            onFile={run}
          />
          {upload.error && (
            <FileProblem title={t('Whoops that did not work, please check your file for errors and try again')}>
              {upload.error.message}
            </FileProblem>
          )}
        </div>
      </div>
    </TitledCard>
  )
}

function ClientChoice({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const t = useT()
  const clients = useClientSearch(chosen)
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
