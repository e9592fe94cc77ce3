import { Alert, Button, Select, Stack } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { causeTexts } from '#contract/integrations/causes.ts'
import {
  getIntegration,
  listIntegrations,
  previewIntegration,
  saveCampaignIntegration,
  testIntegration,
} from '#contract/integrations/connections.ts'
import { listCustomIntegrations } from '#contract/integrations/custom.ts'
import { listDestinations } from '#contract/integrations/destinations.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { FailureNote, SubmitError } from '../../../shells/failure-note.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { leaveForm } from '../../../shells/unsaved.ts'
import { useUnsaved } from '../../../shells/use-unsaved.ts'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { accountOf, keyOfAccount, namedAs, type Account } from './account.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { useCustomList } from './custom/look-up.ts'
import { SheetPanel } from './sheet-panel.tsx'
import styles from './connections.module.css'

/** The service a campaign sends to, whether it is already connected or still to be chosen. */
export type EditedService = Omit<Account, 'companyId'> & { owner: 'client' | 'agency' }

type ServiceDialogProps = {
  campaignId: string
  /** The client that owns the campaign. */
  companyId: string
  opened: boolean
  service: EditedService | null
  /** The service is preselected, but not saved yet. */
  isNew?: boolean
  onClose: () => void
}

const useIsSaving = (): boolean => useIsMutating({ mutationKey: [saveCampaignIntegration.name] }) > 0

/** Sends a campaign's leads to a connected service: choices there, a preview of a lead, and a test. */
export function ServiceDialog(props: ServiceDialogProps) {
  const t = useT()
  const isSaving = useIsSaving()
  // While the call runs, the dialog stays, because it has to show the error if there is one.
  const close = (): void => {
    if (!isSaving) props.onClose()
  }
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      title={props.service ? props.service.name : t('Send leads to a service')}
      size="lg"
    >
      {props.opened && <DialogBody {...props} />}
    </Dialog>
  )
}

function DialogBody({ campaignId, companyId, service, isNew = service === null, onClose }: ServiceDialogProps) {
  const t = useT()
  const me = useMe()
  const [key, setKey] = useState<string | null>(service && keyOf(service))
  const form = useRef<HTMLDivElement>(null)
  // While the call runs, the chosen service stays, too.
  const isSaving = useIsSaving()
  const ofCompany = useConnected(companyId, true)
  const ofAgency = useConnected(me.companyId, me.side === 'agency')
  const accounts = [
    ...ofCompany.accounts.map((account) => ({ ...account, owner: 'client' as const })),
    ...ofAgency.accounts.map((account) => ({ ...account, owner: 'agency' as const })),
  ]
  const account = accounts.find((account) => keyOf(account) === key)
  const failure = ofCompany.failure ?? ofAgency.failure
  if (failure) return <FailureNote failure={failure.error!} onRetry={failure.refetch} />
  if (ofCompany.isKnown && accounts.length === 0 && !service) return <NothingConnected companyId={companyId} />
  return (
    <Stack gap="md" ref={form}>
      {!service && (
        <Select
          data-autofocus
          label={t('Service')}
          placeholder={t('Choose a connected service')}
          data={accounts.map((account) => ({
            value: keyOf(account),
            label: account.owner === 'agency' ? t('{name} (agency account)', { name: account.name }) : account.name,
          }))}
          value={key}
          onChange={(next) => void leaveForm(form.current, () => setKey(next))}
          disabled={isSaving}
        />
      )}
      {service && ofCompany.isKnown && ofAgency.isKnown && !account && (
        <Alert color="yellow">{t(causeTexts.disconnected)}</Alert>
      )}
      {account && (
        <DraftForm
          key={key}
          campaignId={campaignId}
          draft={{ ...account, details: service?.details ?? account.details }}
          isNew={isNew}
          onClose={onClose}
        />
      )}
    </Stack>
  )
}

const keyOf = (account: EditedService): string => `${account.owner} ${keyOfAccount(account)}`

/** A company's connected services, followed by its custom integrations. */
function useConnected(companyId: string, enabled: boolean) {
  const services = useCall(
    listIntegrations,
    { params: { company: companyId, parent: 'all' } },
    { enabled, alwaysFresh: true },
  )
  const customs = useCustomList(companyId, enabled)
  const rows = [...(services.data?.data ?? []), ...(customs.data ?? [])].filter(({ status }) => status === 'connected')
  return {
    accounts: rows.map(accountOf),
    isKnown: !enabled || (services.data !== undefined && customs.data !== undefined),
    failure: [services, customs].find(({ data, error }) => error && !data),
  }
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
  draft: Account & EditedService
  isNew: boolean
  onClose: () => void
}

function DraftForm({ campaignId, draft, isNew, onClose }: DraftFormProps) {
  const t = useT()
  const [details, setDetails] = useState(draft.details)
  const formRef = useUnsaved(details, draft.details)
  const body = { campaignId, ...namedAs(draft), connection: draft.owner, details }
  const save = useAction(saveCampaignIntegration, {
    invalidates: [listDestinations, getIntegration, listIntegrations, listCustomIntegrations, ...inboxReads],
    onDone: notifyAndClose(onClose),
  })
  return (
    <div ref={formRef} className={styles.stack}>
      <ChoiceFields slug={draft.slug} companyId={draft.companyId} details={details} onChange={setDetails} />
      {draft.slug === 'googlesheets' && !isNew && <SheetPanel campaignId={campaignId} />}
      <Preview body={body} />
      <DialogFooter>
        <SubmitError failure={save.error} />
        <Button variant="default" onClick={() => void leaveForm(formRef.current, onClose)} disabled={save.isPending}>
          {t('Cancel')}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate({ body: { ...body, enable: true } })}>
          {isNew ? t('Send leads here') : t('Save changes')}
        </Button>
      </DialogFooter>
    </div>
  )
}

type PreviewProps = {
  body: Parameters<ReturnType<typeof useAction<typeof previewIntegration>>['mutate']>[0]['body']
}

/** Shows how the newest lead would look at the service, and sends a real test. */
function Preview({ body }: PreviewProps) {
  const t = useT()
  const preview = useAction(previewIntegration, { invalidates: [] })
  const test = useAction(testIntegration, { invalidates: [] })
  const sample = preview.data?.data
  const result = test.data?.data
  return (
    <>
      <div className={styles.row}>
        <Button variant="default" size="xs" loading={preview.isPending} onClick={() => preview.mutate({ body })}>
          {t('Preview a lead')}
        </Button>
        <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate({ body })}>
          {t('Send a test')}
        </Button>
        <span role="status">
          {result && (result.delivered ? t('The test arrived.') : t(causeTexts[result.cause ?? 'service_error']))}
        </span>
      </div>
      <SubmitError failure={preview.error ?? test.error} />
      {sample && (
        <div>
          <p className={styles.note}>
            {sample.is_example ? t('An example: the campaign has no leads yet.') : t('Your newest lead:')}
          </p>
          <dl className={styles.preview}>
            {sample.fields.map(({ target, value }) => (
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
