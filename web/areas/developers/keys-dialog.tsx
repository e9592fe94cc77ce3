import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dataScopes, readingScopes, signInScope, type ApiScope } from '#contract/core/api-scopes.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import {
  keyModes,
  maxCredentials,
  readCredentials,
  type DeveloperCredential,
  type KeyMode,
  removeCredential,
} from '#contract/developers/credentials.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { CopyField } from '../../shells/copy-field.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { CreateKey } from './create-key.tsx'
import styles from './developers.module.css'
import { SecretDialog } from './secret-dialog.tsx'
import { ShowSecret, type Shown } from './show-key.tsx'

/** Whether these are the scopes of a list, in whatever order. */
const isAll = (scopes: readonly ApiScope[], list: readonly ApiScope[]): boolean =>
  scopes.length === list.length && list.every((scope) => scopes.includes(scope))

/** What a key may do, in as few words as possible. */
function KeyScopes({ scopes }: { scopes: readonly ApiScope[] }) {
  const t = useT()
  const ofData = scopes.filter((scope) => scope !== signInScope)
  const groupNames = isAll(ofData, readingScopes)
    ? [t('Read only')]
    : isAll(ofData, dataScopes)
      ? [t('Read and write')]
      : ofData.map((scope) => isolate(scope))
  const access = [...groupNames, ...(scopes.includes(signInScope) ? [t('Single sign-on')] : [])]
  return <p className={styles.note}>{t('Access: {access}', { access: access.join(' · ') })}</p>
}

type Api = AnswerOf<typeof readCredentials>['data']
type Step =
  | { kind: 'list' }
  | { kind: 'create'; mode: KeyMode }
  | { kind: 'shown'; secret: Shown }
  | { kind: 'remove'; clientId: string }

/** The API key modal (S082): keys without their secrets, and the developer API's URLs. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const api = useCall(readCredentials, { params: { companyId: me.companyId } })
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const toList = (): void => setStep({ kind: 'list' })
  const toShown = (secret: Shown): void => setStep({ kind: 'shown', secret })
  if (step.kind === 'create') return <CreateKey mode={step.mode} onShown={toShown} onClose={toList} />
  if (step.kind === 'shown') return <SecretDialog secret={step.secret} onClose={toList} />
  if (step.kind === 'remove') return <RemoveKey clientId={step.clientId} onClose={toList} />
  return (
    <Dialog opened onClose={onClose} title={t('API key')} size="lg">
      {api.error && !api.data && <FailureNote failure={api.error} onRetry={api.refetch} />}
      {api.isPending && <Skeleton height={280} />}
      {api.data && <Keys api={api.data.data} onStep={setStep} onClose={onClose} />}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {keyModes
          .filter((mode) => api.data && isRoomFor(mode, api.data.data.credentials))
          .map((mode) => (
            <Button
              key={mode}
              variant={mode === 'live' ? 'filled' : 'default'}
              onClick={() => setStep({ kind: 'create', mode })}
            >
              {mode === 'live' ? t('Create key') : t('Create test key')}
            </Button>
          ))}
      </DialogFooter>
    </Dialog>
  )
}

const isRoomFor = (mode: KeyMode, credentials: readonly DeveloperCredential[]): boolean =>
  credentials.filter((one) => one.mode === mode).length < maxCredentials

type KeysProps = { api: Api; onStep: (step: Step) => void; onClose: () => void }

function Keys({ api, onStep, onClose }: KeysProps) {
  const t = useT()
  const me = useMe()
  return (
    <div className={styles.stack}>
      {api.credentials.length === 0 && (
        <EmptyState
          title={t('No key yet')}
          hint={t('Create a key to call the developer API from your own software.')}
          icon={<IconKey size={22} stroke={1.6} />}
        />
      )}
      {api.credentials.map((credential) => (
        <Key key={credential.client_id} credential={credential} onStep={onStep} />
      ))}
      {/* R116: for agencies only; the operator's staff know the URLs of their product. */}
      {me.side === 'agency' && <Addresses api={api} onClose={onClose} />}
    </div>
  )
}

function Key({ credential, onStep }: { credential: DeveloperCredential; onStep: (step: Step) => void }) {
  const t = useT()
  const format = useFormat()
  const { client_id: clientId, last_used_at: usedAt } = credential
  return (
    <section className={styles.key} aria-label={t('Key {id}', { id: clientId })}>
      {credential.mode === 'test' && (
        <p className={styles.note}>{t('Test key: uses the sandbox and never sends or charges anything.')}</p>
      )}
      <CopyField label={t('Client ID')} value={clientId} />
      <p className={styles.note}>
        {t('Secret key')}{' '}
        <bdi dir="ltr" className={styles.secret}>
          ••••••••{credential.secret_hint}
        </bdi>
      </p>
      <KeyScopes scopes={credential.scopes} />
      <p className={styles.note}>
        {t('Created {made}, expires {until}.', {
          made: format.date(credential.created_at),
          until: format.date(credential.expires_at),
        })}{' '}
        {usedAt ? t('Last used {when}.', { when: format.dateTime(usedAt) }) : t('Not used yet.')}
      </p>
      <div className={styles.actions}>
        <ShowSecret clientId={clientId} onShown={(secret) => onStep({ kind: 'shown', secret })} />
        <Button variant="subtle" color="red" size="xs" onClick={() => onStep({ kind: 'remove', clientId })}>
          {t('Remove key')}
        </Button>
      </div>
    </section>
  )
}

function Addresses({ api, onClose }: { api: Api; onClose: () => void }) {
  const t = useT()
  return (
    <div className={styles.stack}>
      <CopyField label={t('API endpoint URL')} value={api.base_url} />
      <CopyField label={t('Endpoint for states')} value={api.states_url} />
      <CopyField label={t('Endpoint for cities of a state')} value={api.cities_url} />
      <Anchor component={Link} to="/developers" onClick={onClose} className={styles.link}>
        {t('API documentation')}
      </Anchor>
      <Anchor component={Link} to="/developers/requests" onClick={onClose} className={styles.link}>
        {t('API requests')}
      </Anchor>
      <Anchor component={Link} to="/developers/usage" onClick={onClose} className={styles.link}>
        {t('API usage')}
      </Anchor>
      <Anchor component={Link} to="/user/webhooks" onClick={onClose} className={styles.link}>
        {t('Developer webhooks')}
      </Anchor>
      <Anchor component={Link} to="/user/agreements" onClick={onClose} className={styles.link}>
        {t('Agreements')}
      </Anchor>
    </div>
  )
}

function RemoveKey({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  return (
    <ConfirmAction
      title={t('Remove this key?')}
      confirmLabel={t('Remove key')}
      operation={removeCredential}
      input={{ params: { companyId: me.companyId, clientId } }}
      invalidates={[readCredentials]}
      onClose={onClose}
    >
      <p>{t('Software using {id} loses access immediately. This cannot be undone.', { id: isolate(clientId) })}</p>
    </ConfirmAction>
  )
}
