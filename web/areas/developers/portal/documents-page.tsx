import { Anchor, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { readDeveloperApi } from '#contract/developers/credentials.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { documentOf, operationsIn, type PathOperation } from './api-document.ts'
import { EventsCard } from './events-card.tsx'
import { GuideCard } from './guide-card.tsx'
import { OperationCard } from './operation-card.tsx'
import { PortalHeader } from './portal-header.tsx'
import { TokenCard } from './token-card.tsx'
import styles from './portal.module.css'

/** The developer API's reference, generated from its OpenAPI document, with runnable examples. */
export function DocumentsPage() {
  const t = useT()
  const api = useCall(readDeveloperApi, {})
  const [token, setToken] = useState('')
  return (
    <>
      <PortalHeader
        title={t('API documentation')}
        description={t('Every call with fields, limits, errors and runnable examples.')}
      />
      {api.error && !api.data && <FailureNote failure={api.error} onRetry={api.refetch} />}
      {api.isPending && <Skeleton height={480} />}
      {api.data && (
        <div className={styles.page}>
          <div className={styles.pair}>
            <GuideCard version={documentOf(api.data).info.version} />
            <div className={styles.page}>
              <TitledCard title={t('Downloads')}>
                <CopyField
                  label={t('API endpoint URL')}
                  value={`${documentOf(api.data).servers[0]?.url}/api/v1/developer`}
                />
                <p className={styles.note}>
                  <Anchor href="/api/v1/developer/client">{t('Typed client for TypeScript')}</Anchor>
                  {' · '}
                  <Anchor href="/api/v1/developer/openapi" target="_blank" rel="noreferrer">
                    {t('OpenAPI document')}
                  </Anchor>
                </p>
              </TitledCard>
              <TokenCard token={token} onToken={setToken} />
            </div>
          </div>
          <Contents operations={operationsIn(api.data)} />
          {operationsIn(api.data).map((operation) => (
            <OperationCard key={operation.operationId} operation={operation} token={token} />
          ))}
          <EventsCard webhooks={documentOf(api.data).webhooks} />
        </div>
      )}
    </>
  )
}

/** Links to each operation on this page. */
function Contents({ operations }: { operations: readonly PathOperation[] }) {
  const t = useT()
  return (
    <TitledCard title={t('Operations')}>
      <ul className={styles.contents}>
        {operations.map(({ operationId, method, path }) => (
          <li key={operationId}>
            <a href={`#${operationId}`} className={styles.code} dir="ltr">
              {method} {path.replace('/api', '')}
            </a>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
