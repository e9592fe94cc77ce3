import { Alert, Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { id } from '#contract/core/ids.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { getIntegration, saveIntegration, type ConnectionRow } from '#contract/integrations/connections.ts'
import { serviceSlug, services, type IntegrationDetails, type ServiceSlug } from '#contract/integrations/services.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useParam } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'
import { BetaBadge } from '../../../shells/beta-badge.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { DetailList } from '../../../shells/detail-list.tsx'
import { NotFoundPage } from '../../../shells/not-found-page.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { RepeatCard } from '../repeat-note.tsx'
import { accountOf } from './account.ts'
import { CampaignChoices } from './campaign-choices.tsx'
import { CheckAccount } from './check-account.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { CustomPage, NewCustomPage } from './custom/custom-page.tsx'
import { Consent } from './consent.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import styles from './connections.module.css'
import { DefaultsCard } from './defaults-card.tsx'
import { useDisconnect } from './use-disconnect.ts'
import { useIntegrationsCompany } from './use-company.ts'
import { mayCall } from '../../../session/may-call.ts'
import { refusedToColleague } from '#contract/people/team-rights.ts'

/** /integrations/{slug or id}: connects a service and shows its status and the campaigns' defaults (S028). */
export function IntegrationPage() {
  const slug = useParam('slug')
  const service = serviceSlug.safeParse(slug)
  if (slug === 'custom') return <NewCustomPage />
  const integration = id.safeParse(slug)
  if (integration.success) return <CustomPage integrationId={integration.data} />
  return service.success ? <ServicePage slug={service.data} /> : <NotFoundPage absent="unknown" />
}

function ServicePage({ slug }: { slug: ServiceSlug }) {
  const t = useT()
  const { companyId, path } = useIntegrationsCompany()
  const service = services[slug]
  const answer = useCall(getIntegration, { params: { company: companyId, slug } }, { alwaysFresh: true })
  const row = answer.data?.data
  if (answer.error && !row) return <PageFailure failure={answer.error} onRetry={answer.refetch} />
  return (
    <>
      <PageHeader
        title={service.name}
        above={{ to: path }}
        description={t(service.purpose)}
        badge={
          <>
            {row && <ConnectionStatus status={row.status} />}
            {service.isUnverified && <BetaBadge />}
          </>
        }
      />
      {row ? <ServiceBody row={row} /> : <Skeleton height={220} radius="lg" />}
    </>
  )
}

function ServiceBody({ row }: { row: ConnectionRow }) {
  const t = useT()
  const me = useMe()
  const { isOwn } = useIntegrationsCompany()
  // An agency makes choices on each campaign's page, which clients do not have (R031).
  const isOfClient = me.side === 'client' || !isOwn
  const isConnected = row.status === 'connected'
  const mayManage = mayCall(me, saveIntegration)
  const service = services[row.integration_slug]
  return (
    <div className={styles.stack}>
      {row.cause && (
        <Alert color="red" title={t('Leads are kept until it is connected again.')}>
          {t(causeTexts[row.cause])}
        </Alert>
      )}
      {service.isUnverified && (
        <Alert color="yellow">
          {t('This integration has not been confirmed by the provider. Send a test lead before you rely on it.')}
        </Alert>
      )}
      {isConnected && <Account row={row} />}
      {!isConnected && (
        <TitledCard title={row.status === 'reconnect' ? t('Reconnect') : t('Connect')}>
          {!mayManage ? (
            <p className={styles.note}>{t(refusedToColleague)}</p>
          ) : service.connect === 'oauth' ? (
            <Consent slug={row.integration_slug} companyId={row.company_id} />
          ) : (
            <ConnectForm
              slug={row.integration_slug}
              companyId={row.company_id}
              wasConnected={row.status !== 'not_connected'}
            />
          )}
        </TitledCard>
      )}
      {isConnected && isOfClient && <CampaignChoices account={accountOf(row)} />}
      {isConnected && mayManage && (service.choices.length > 0 || service.mapsFields) && (
        <Defaults key={`${row.company_id} ${row.integration_slug}`} row={row} />
      )}
      <RepeatCard kind={row.integration_slug} />
    </div>
  )
}

function Account({ row }: { row: ConnectionRow }) {
  const t = useT()
  const format = useFormat()
  const [asks, setAsks] = useState(false)
  const disconnect = useDisconnect(row.integration_slug, row.company_id, ({ message }) => {
    setAsks(false)
    notifyDone(t(message))
  })
  const mayManage = mayCall(useMe(), saveIntegration)
  const { name, checksAccount } = services[row.integration_slug]
  return (
    <TitledCard title={t('Account')}>
      <DetailList
        loading={false}
        items={[
          { label: t('Account'), value: <bdi>{row.account}</bdi> },
          { label: t('Connected'), value: row.connected_at && format.dateTime(row.connected_at) },
          { label: t('Campaigns'), value: format.number(row.campaigns) },
        ]}
      />
      <div className={styles.acts}>
        {checksAccount && <CheckAccount companyId={row.company_id} />}
        {mayManage && (
          <Button variant="default" onClick={() => setAsks(true)}>
            {t('Disconnect {name}', { name })}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('Disconnect {name}?', { name })}
        confirmLabel={t('Disconnect')}
        danger
        submitting={disconnect.isPending}
        submitError={disconnect.error}
        onConfirm={() => disconnect.mutate()}
      >
        <p>{t('We delete the key. New leads are kept, and sent once it is connected again.')}</p>
      </ConfirmDialog>
    </TitledCard>
  )
}

function Defaults({ row }: { row: ConnectionRow }) {
  const t = useT()
  // Null until something is changed: what is saved elsewhere is shown, and does not replace what was entered here.
  const [draft, setDraft] = useState<IntegrationDetails | null>(null)
  const details = draft ?? row.details
  const save = useAction(saveIntegration, {
    invalidates: [getIntegration],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const { company_id, integration_slug } = row
  return (
    <DefaultsCard
      values={details}
      initial={row.details}
      save={save}
      onSave={() =>
        save.mutate(
          { body: { company_id, integration_slug, enable: true, details } },
          { onSuccess: () => setDraft((latest) => (latest === draft ? null : latest)) },
        )
      }
    >
      <ChoiceFields slug={integration_slug} companyId={company_id} details={details} onChange={setDraft} />
    </DefaultsCard>
  )
}
