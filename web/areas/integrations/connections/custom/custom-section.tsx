import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { causeTexts } from '#contract/integrations/causes.ts'
import { maxCustomIntegrations, type CustomRow, createCustomIntegration } from '#contract/integrations/custom.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { EmptyState } from '../../../../shells/empty-state.tsx'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'
import { ConnectionStatus } from '../connection-status.tsx'
import styles from '../connections.module.css'
import { ServiceIcon } from '../service-icon.tsx'
import { useIntegrationsCompany } from '../use-company.ts'
import { useCustomList } from './look-up.ts'
import { mayCall } from '../../../../session/may-call.ts'
import { useMe } from '../../../../session/me.ts'

/** A company's custom integrations, below the services on the integrations page. */
export function CustomSection() {
  const t = useT()
  const { companyId } = useIntegrationsCompany()
  const list = useCustomList(companyId)
  const rows = list.data
  return (
    <section className={styles.custom} aria-labelledby="custom-integrations">
      <div className={styles.customHead}>
        <h2 id="custom-integrations" className={styles.customTitle}>
          {t('Custom integrations')}
        </h2>
        {rows && rows.length > 0 && rows.length < maxCustomIntegrations && <AddButton />}
      </div>
      {list.error && !rows && <FailureNote failure={list.error} onRetry={list.refetch} />}
      {!list.error && !rows && <Skeleton height={120} radius="lg" />}
      {rows?.length === 0 && (
        <EmptyState
          title={t('No custom integrations yet')}
          hint={t('Send leads to your own system, with the headers it needs.')}
          action={<AddButton />}
        />
      )}
      {rows && rows.length > 0 && (
        <ul className={styles.cards}>
          {rows.map((row) => (
            <CustomCard key={row.integration_id} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function AddButton() {
  const t = useT()
  const me = useMe()
  const { search } = useIntegrationsCompany()
  const query = search.client === undefined ? '' : `?client=${search.client}`
  if (!mayCall(me, createCustomIntegration)) return null
  return (
    <Button
      component={Link}
      to={`/integrations/custom${query}`}
      variant="default"
      size="xs"
      leftSection={<IconPlus size={15} stroke={2} />}
    >
      {t('Add custom integration')}
    </Button>
  )
}

function CustomCard({ row }: { row: CustomRow }) {
  const t = useT()
  const { search } = useIntegrationsCompany()
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <ServiceIcon slug="custom" />
        <h3 className={styles.cardTitle}>
          <Link to={`/integrations/${row.integration_id}`} search={search} className={styles.cardLink}>
            <Bdi>{row.name}</Bdi>
          </Link>
        </h3>
        <ConnectionStatus status={row.status} />
      </div>
      <p className={styles.purpose} dir="ltr">
        {new URL(row.url).host}
      </p>
      <p className={row.cause ? styles.cause : styles.note}>
        {row.cause
          ? t(causeTexts[row.cause])
          : t('{count, plural, =0 {No campaigns yet} one {# campaign} other {# campaigns}}', { count: row.campaigns })}
      </p>
    </li>
  )
}
