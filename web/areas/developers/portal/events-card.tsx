import { useT } from '../../../i18n/texts.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { fieldsOf, type Schema } from './api-document.ts'
import { FieldTable } from './field-table.tsx'
import styles from './portal.module.css'

type EventsCardProps = {
  webhooks: Record<string, { post: { summary: string; requestBody: { content?: Record<string, { schema: Schema }> } } }>
}

/** The events that webhooks receive, and how to verify their signature. */
export function EventsCard({ webhooks }: EventsCardProps) {
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
