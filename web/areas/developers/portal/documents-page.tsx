import { Anchor, Skeleton, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { readDeveloperApi } from '#contract/developers/credentials.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { documentOf, operationsIn, type PathOperation, fieldsOf, type Schema } from './api-document.ts'
import { FieldTable } from './field-table.tsx'
import { OperationCard } from './operation-card.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import styles from './portal.module.css'

/** The developer API's reference, generated from its OpenAPI document, with runnable examples. */
export function DocumentsPage() {
  const t = useT()
  const api = useCall(readDeveloperApi, {})
  const [token, setToken] = useState('')
  return (
    <>
      <PageHeader
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

type EventsCardProps = {
  webhooks: Record<string, { post: { summary: string; requestBody: { content?: Record<string, { schema: Schema }> } } }>
}

/** The events that webhooks receive, and how to verify their signature. */
function EventsCard({ webhooks }: EventsCardProps) {
  const t = useT()
  return (
    <TitledCard title={t('Webhook events')}>
      <p className={styles.words}>
        {t(
          'Each message is signed per Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature). It carries IDs only; read the details through the API.',
        )}
      </p>
      {Object.entries(webhooks).map(([type, { post }]) => (
        <div key={type} className={styles.event}>
          <h3 className={styles.title}>
            <bdi dir="ltr" className={styles.code}>
              {type}
            </bdi>
          </h3>
          <p className={styles.words}>{t(post.summary)}</p>
          <FieldTable
            title={t('In the body')}
            fields={fieldsOf(post.requestBody.content?.['application/json']?.schema ?? {})}
            isAnswer
          />
        </div>
      ))}
    </TitledCard>
  )
}

type TokenCardProps = { token: string; onToken: (token: string) => void }

/** The token that Run sends; kept in this page's memory only. */
function TokenCard({ token, onToken }: TokenCardProps) {
  const t = useT()
  return (
    <TitledCard title={t('Try it here')}>
      <PasswordInput
        label={t('Token')}
        description={t(
          'Paste a token, ideally from a test key. It is sent to this API only and discarded when you leave.',
        )}
        value={token}
        onChange={(event) => onToken(event.currentTarget.value.trim())}
        autoComplete="off"
        dir="ltr"
      />
    </TitledCard>
  )
}

/** What applies to all calls. */
function GuideCard({ version }: { version: string }) {
  const t = useT()
  return (
    <TitledCard title={t('How it works')}>
      <ul className={styles.guide}>
        <li>
          {t(
            'Exchange a key for a 15-minute token (OAuth 2.0 client credentials). Request scopes to limit what the token can do.',
          )}
        </li>
        <li>
          {t(
            'A test key sees a fictional company with the same rows on every call. Writes are checked and answered but not stored, and nothing is sent or charged.',
          )}
        </li>
        <li>{t('Lists are paged: send next_cursor as cursor, with the same filters, until it is null.')}</li>
        <li>{t('A write with an Idempotency-Key runs once, however often it is sent within 24 hours.')}</li>
        <li>
          {t(
            'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset show what is left. After a 429, wait as long as Retry-After says.',
          )}
        </li>
        <li>
          {t('Errors are problem details (RFC 9457). Rely on code, which never changes meaning; messages may change.')}
        </li>
        <li>
          {t(
            'Api-Version gives the version of each response, now {version}. Deprecated calls say so in a header and name their replacement.',
            { version: isolate(version) },
          )}
        </li>
      </ul>
    </TitledCard>
  )
}
