import { Alert, Button, Select, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  getIntegration,
  listIntegrations,
  previewIntegration,
  saveCampaignIntegration,
  testIntegration,
} from '#contract/integrations/connections.ts'
import { listDestinations } from '#contract/integrations/destinations.ts'
import { services, type IntegrationDetails, type ServiceSlug } from '#contract/integrations/services.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import styles from './connections.module.css'

/** What a campaign sends to: a service that is connected already, or one that is to be chosen. */
export type EditedService = { slug: ServiceSlug; owner: 'client' | 'agency'; details: IntegrationDetails }

type ServiceDialogProps = {
  campaignId: string
  /** The client whose campaign it is. */
  companyId: string
  opened: boolean
  edited: EditedService | null
  /** A choice that is not saved yet, though its service is known. */
  isNew?: boolean
  onClose: () => void
}

/** Sends a campaign's leads to a connected service: what is chosen there, how a lead looks, a test. */
export function ServiceDialog(props: ServiceDialogProps) {
  const t = useT()
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.edited ? services[props.edited.slug].name : t('Send leads to a service')}
      size="lg"
    >
      {props.opened && <DialogBody {...props} />}
    </Dialog>
  )
}

function DialogBody({ campaignId, companyId, edited, isNew = edited === null, onClose }: ServiceDialogProps) {
  const t = useT()
  const me = useMe()
  const [key, setKey] = useState<string | null>(edited && `${edited.owner} ${edited.slug}`)
  const own = useCall(listIntegrations, { params: { company: companyId, parent: 'all' } }, { alwaysFresh: true })
  const ofAgency = useCall(
    listIntegrations,
    { params: { company: me.companyId, parent: 'all' } },
    { enabled: me.side === 'agency', alwaysFresh: true },
  )
  const connected = [
    ...(own.data?.data ?? []).map((row) => ({ row, owner: 'client' as const })),
    ...(ofAgency.data?.data ?? []).map((row) => ({ row, owner: 'agency' as const })),
  ].filter(({ row }) => row.status === 'connected')
  const found = connected.find(({ row, owner }) => `${owner} ${row.integration_slug}` === key)
  if (own.data && connected.length === 0 && !edited) return <NothingConnected companyId={companyId} />
  return (
    <Stack gap="md">
      {!edited && (
        <Select
          data-autofocus
          label={t('Service')}
          placeholder={t('Choose a connected service')}
          data={connected.map(({ row, owner }) => ({
            value: `${owner} ${row.integration_slug}`,
            label:
              owner === 'agency'
                ? t('{name} (agency account)', { name: services[row.integration_slug].name })
                : services[row.integration_slug].name,
          }))}
          value={key}
          onChange={setKey}
        />
      )}
      {edited && own.data && !found && <Alert color="yellow">{t(causeTexts.disconnected)}</Alert>}
      {found && (
        <DraftForm
          key={key}
          campaignId={campaignId}
          accountOf={found.row.company_id}
          draft={{
            slug: found.row.integration_slug,
            owner: found.owner,
            details: edited?.details ?? found.row.details,
          }}
          isNew={isNew}
          onClose={onClose}
        />
      )}
    </Stack>
  )
}

function NothingConnected({ companyId }: { companyId: string }) {
  const t = useT()
  const me = useMe()
  return (
    <Stack gap="md">
      <p>{t('No service is connected yet. Connect one first, then choose it here.')}</p>
      <div>
        <Button
          component={Link}
          to={companyId === me.companyId ? '/integrations' : `/integrations?client=${companyId}`}
        >
          {t('Connect a service')}
        </Button>
      </div>
    </Stack>
  )
}

type DraftFormProps = {
  campaignId: string
  accountOf: string
  draft: EditedService
  isNew: boolean
  onClose: () => void
}

function DraftForm({ campaignId, accountOf, draft, isNew, onClose }: DraftFormProps) {
  const t = useT()
  const [details, setDetails] = useState(draft.details)
  const body = { leadspeek_api_id: campaignId, integration_slug: draft.slug, connection: draft.owner, details }
  const save = useAction(saveCampaignIntegration, {
    invalidates: [listDestinations, getIntegration, listIntegrations],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  return (
    <>
      <ChoiceFields slug={draft.slug} companyId={accountOf} details={details} onChange={setDetails} />
      {draft.slug === 'googlesheets' && !isNew && <SheetPanel campaignId={campaignId} />}
      <Preview body={body} hasTest={draft.slug !== 'googlesheets'} />
      <DialogFooter>
        <SubmitError failure={save.error} />
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate({ body: { ...body, enable: 'T' } })}>
          {isNew ? t('Send leads here') : t('Save changes')}
        </Button>
      </DialogFooter>
    </>
  )
}

type PreviewProps = {
  body: Parameters<ReturnType<typeof useAction<typeof previewIntegration>>['mutate']>[0]['body']
  hasTest: boolean
}

/** How the newest lead would look there, and a test that really goes there. */
function Preview({ body, hasTest }: PreviewProps) {
  const t = useT()
  const preview = useAction(previewIntegration, { invalidates: [] })
  const test = useAction(testIntegration, { invalidates: [] })
  const shown = preview.data?.data
  const tested = test.data?.data
  return (
    <>
      <div className={styles.row}>
        <Button variant="default" size="xs" loading={preview.isPending} onClick={() => preview.mutate({ body })}>
          {t('Preview a lead')}
        </Button>
        {hasTest && (
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate({ body })}>
            {t('Send a test')}
          </Button>
        )}
        <span role="status">
          {tested &&
            (tested.delivered === 'T' ? t('The test arrived.') : t(causeTexts[tested.cause ?? 'service_error']))}
        </span>
      </div>
      <SubmitError failure={preview.error ?? test.error} />
      {shown && (
        <div>
          <p className={styles.note}>
            {shown.is_example === 'T' ? t('An example: the campaign has no leads yet.') : t('Your newest lead:')}
          </p>
          <dl className={styles.preview}>
            {shown.fields.map(({ target, value }) => (
              <div key={target} style={{ display: 'contents' }}>
                <dt>
                  <bdi>{target}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  )
}
