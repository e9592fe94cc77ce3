import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { causeTexts } from '#contract/integrations/causes.ts'
import { listIntegrations, type ConnectionRow } from '#contract/integrations/connections.ts'
import { serviceCategories, services, type ServiceCategory } from '#contract/integrations/services.ts'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { BetaBadge } from '../../../shells/beta-badge.tsx'
import { InOrder } from '../../../shells/in-order.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import styles from './connections.module.css'
import { CustomSection } from './custom/custom-section.tsx'
import { ServiceIcon } from './service-icon.tsx'
import { useIntegrationsCompany } from './use-company.ts'

const categoryNames: Readonly<Record<ServiceCategory, Text>> = {
  customers: msg('Customers'),
  email: msg('Email marketing'),
  messages: msg('Team messages'),
  ads: msg('Advertising'),
  other: msg('More tools'),
}

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
      <InOrder>
        {list.data ? (
          serviceCategories.map((category) => <Category key={category} category={category} rows={list.data.data} />)
        ) : (
          <ul className={styles.cards}>
            {[1, 2, 3].map((n) => (
              <li key={n}>
                <Skeleton height={150} radius="lg" />
              </li>
            ))}
          </ul>
        )}
        <CustomSection />
      </InOrder>
    </>
  )
}

/** The services of one category; nothing if the operator offers none. */
function Category({ category, rows }: { category: ServiceCategory; rows: readonly Listed[] }) {
  const t = useT()
  const some = rows.filter(({ integration_slug }) => services[integration_slug].category === category)
  if (some.length === 0) return null
  return (
    <section aria-label={t(categoryNames[category])} className={styles.category}>
      <h2 className={styles.categoryTitle}>{t(categoryNames[category])}</h2>
      <ul className={styles.cards}>
        {some.map((row) => (
          <ServiceCard key={row.integration_slug} row={row} />
        ))}
      </ul>
    </section>
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
        <h3 className={styles.cardTitle}>
          <Link to={`/integrations/${row.integration_slug}`} search={search} className={styles.cardLink}>
            <bdi>{service.name}</bdi>
          </Link>
          {service.isUnverified && <BetaBadge />}
        </h3>
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
