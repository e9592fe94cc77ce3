import { Alert, Button, Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  getCustomIntegration,
  listCustomIntegrations,
  removeCustomIntegration,
  saveCustomIntegration,
  type CustomRow,
} from '#contract/integrations/custom.ts'
import { useAction } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { useMe } from '../../../../session/me.ts'
import { useStillHere } from '../../../../session/still-here.ts'
import { ConfirmDialog } from '../../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../../shells/notify.tsx'
import { PageFailure } from '../../../../shells/page-failure.tsx'
import { PageHeader } from '../../../../shells/page-header.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'
import { TitledCard } from '../../../../ui/titled-card.tsx'
import { RepeatCard } from '../../repeat-note.tsx'
import { accountOf } from '../account.ts'
import { CampaignChoices } from '../campaign-choices.tsx'
import { ConnectionStatus } from '../connection-status.tsx'
import styles from '../connections.module.css'
import { DefaultsCard } from '../defaults-card.tsx'
import { useIntegrationsCompany } from '../use-company.ts'
import { inboxReads } from '../../../inbox/inbox-reads.ts'
import { CustomForm } from './custom-form.tsx'
import { FreeFieldMap } from './free-field-map.tsx'
import { useCustomDetail } from './look-up.ts'
import { TeamGate } from '../../../../shells/team-gate.tsx'

/** /integrations/custom: adds a custom URL that leads can be sent to. */
export function NewCustomPage() {
  const t = useT()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const { companyId, search, path } = useIntegrationsCompany()
  return (
    <>
      <PageHeader
        title={t('Add custom integration')}
        above={{ to: path }}
        description={t('Send leads to your own system, with the headers it needs.')}
      />
      <TeamGate operation={saveCustomIntegration}>
        <TitledCard title={t('Connection')}>
          <CustomForm
            companyId={companyId}
            row={null}
            onSaved={(row, message) => {
              notifyDone(t(message))
              if (isHere()) void navigate({ to: `/integrations/${row.integration_id}`, search })
            }}
          />
        </TitledCard>
      </TeamGate>
    </>
  )
}

/** /integrations/{id}: one custom integration, the fields it receives and the campaigns that use it (S028). */
export function CustomPage({ integrationId }: { integrationId: string }) {
  const t = useT()
  const { companyId, path } = useIntegrationsCompany()
  const answer = useCustomDetail(companyId, integrationId)
  const row = answer.data
  if (answer.error && !row) return <PageFailure failure={answer.error} onRetry={answer.refetch} />
  return (
    <>
      <PageHeader
        title={row?.name ?? t('Custom integration')}
        above={{ to: path }}
        description={t('Custom integration')}
        badge={row && <ConnectionStatus status={row.status} />}
      />
      {row ? (
        <TeamGate operation={saveCustomIntegration}>
          <CustomBody row={row} />
        </TeamGate>
      ) : (
        <Skeleton height={220} radius="lg" />
      )}
    </>
  )
}

function CustomBody({ row }: { row: CustomRow }) {
  const t = useT()
  const me = useMe()
  const { isOwn } = useIntegrationsCompany()
  // An agency makes choices on each campaign's page, which clients do not have (R031).
  const isOfClient = me.side === 'client' || !isOwn
  return (
    <div className={styles.stack}>
      {row.cause && (
        <Alert color="red" title={t('Leads are kept until it works again.')}>
          {t(causeTexts[row.cause])}
        </Alert>
      )}
      <TitledCard title={t('Connection')}>
        <CustomForm
          key={row.connected_at}
          companyId={row.company_id}
          row={row}
          onSaved={(_row, message) => notifyDone(t(message))}
        />
      </TitledCard>
      {isOfClient && row.status === 'connected' && <CampaignChoices account={accountOf(row)} />}
      <Defaults key={row.integration_id} row={row} />
      <RepeatCard kind="custom" />
      <Removal row={row} />
    </div>
  )
}

/** The default field mapping of campaigns, which each campaign can override. */
function Defaults({ row }: { row: CustomRow }) {
  const t = useT()
  const storedFields = row.details.fields ?? []
  // Null until something is changed: what is saved elsewhere is shown, and does not replace what was entered here.
  const [draft, setDraft] = useState<typeof storedFields | null>(null)
  const fields = draft ?? storedFields
  const save = useAction(saveCustomIntegration, {
    invalidates: [getCustomIntegration],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const { company_id, integration_id } = row
  return (
    <DefaultsCard
      values={fields}
      initial={storedFields}
      save={save}
      onSave={() =>
        save.mutate(
          { body: { company_id, integration_id, details: { fields } } },
          { onSuccess: () => setDraft((latest) => (latest === draft ? null : latest)) },
        )
      }
    >
      <FreeFieldMap use="json" map={fields} onChange={setDraft} />
    </DefaultsCard>
  )
}

function Removal({ row }: { row: CustomRow }) {
  const t = useT()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const { search } = useIntegrationsCompany()
  const [asks, setAsks] = useState(false)
  const removal = useAction(removeCustomIntegration, {
    invalidates: [listCustomIntegrations, ...inboxReads],
    onDone: ({ message }) => {
      notifyDone(t(message))
      if (isHere()) void navigate({ to: '/integrations', search })
    },
  })
  return (
    <div>
      <Button variant="default" onClick={() => setAsks(true)}>
        {t('Remove integration')}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('Remove this integration?')}
        confirmLabel={t('Remove integration')}
        danger
        submitting={removal.isPending}
        submitError={removal.error}
        onConfirm={() => removal.mutate({ body: { company_id: row.company_id, integration_id: row.integration_id } })}
      >
        <p>
          <Bdi>{row.name}</Bdi>
        </p>
        <p>{t('Its URL and headers are deleted. Campaigns stop sending leads there; the log stays.')}</p>
      </ConfirmDialog>
    </div>
  )
}
