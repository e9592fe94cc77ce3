import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { causeTexts } from '#contract/integrations/causes.ts'
import { listIntegrations, type ConnectionRow } from '#contract/integrations/connections.ts'
import { services } from '#contract/integrations/services.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { BetaBadge } from '../../../shells/beta-badge.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import styles from './connections.module.css'
import { CustomSection } from './custom/custom-section.tsx'
import { ServiceIcon } from './service-icon.tsx'
import { useIntegrationsCompany } from './use-company.ts'

type Listed = ConnectionRow & { parent_connected: boolean }

/** /integrations: the services that leads can be sent to, with the status of each connection (S027). */
export function IntegrationsPage() {
  const t = useT()
  const { companyId, isOwn } = useIntegrationsCompany()
  const list = useCall(listIntegrations, { params: { company: companyId, parent: 'all' } }, { alwaysFresh: true })
  if (list.error && !list.data) return <PageFailure failure={list.error} onRetry={list.refetch} />
  return (
    <>
      <PageHeader
        title={t('Integrations')}
        description={
          isOwn
            ? t('Connect the tools you use, then choose for each campaign where its leads go.')
            : t('Connections of this client. Its campaigns can also use your agency’s own.')
        }
      />
      <ul className={styles.cards}>
        {list.data
          ? list.data.data.map((row) => <ServiceCard key={row.integration_slug} row={row} />)
          : [1, 2, 3].map((n) => (
              <li key={n}>
                <Skeleton height={150} radius="lg" />
              </li>
            ))}
      </ul>
      <CustomSection />
    </>
  )
}

function ServiceCard({ row }: { row: Listed }) {
  const t = useT()
  const { search } = useIntegrationsCompany()
  const service = services[row.integration_slug]
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <ServiceIcon slug={row.integration_slug} />
        <h2 className={styles.cardTitle}>
          <Link to={`/integrations/${row.integration_slug}`} search={search} className={styles.cardLink}>
            <bdi>{service.name}</bdi>
          </Link>
          {service.isUnverified && <BetaBadge />}
        </h2>
        <ConnectionStatus status={row.status} />
      </div>
      <p className={styles.purpose}>{t(service.purpose)}</p>
      <p className={row.cause ? styles.cause : styles.note}>
        <CardNote row={row} />
      </p>
    </li>
  )
}

/** The most important information about the connection, on one line. */
function CardNote({ row }: { row: Listed }) {
  const t = useT()
  if (row.cause) return t(causeTexts[row.cause])
  if (row.status === 'connected')
    return (
      <>
        <Bdi>{row.account}</Bdi> ·{' '}
        {t('{count, plural, =0 {No campaigns yet} one {# campaign} other {# campaigns}}', { count: row.campaigns })}
      </>
    )
  return row.parent_connected ? t('Your agency has its own account here.') : null
}
