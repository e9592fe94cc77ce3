import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  checkCustomDomain,
  domainCauses,
  failedDaysUntilOff,
  readCustomDomain,
  updateCustomDomain,
  type ShownDomain,
} from '#contract/branding/custom-domain.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { StatusBadge, type Tone } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import styles from '../../../shells/settings/settings.module.css'

type NamedDomain = ShownDomain & { state: Exclude<ShownDomain['state'], 'none'> }

const states: Readonly<Record<NamedDomain['state'], { tone: Tone; text: Text }>> = {
  pending: { tone: 'warn', text: msg('DNS pending') },
  verified: { tone: 'ok', text: msg('In use') },
  failed: { tone: 'bad', text: msg('Not in use') },
}

/** A custom domain: its status, the two DNS records to add, and its actions (C178). */
export function CustomDomainRecords({ company, domain }: { company: SettingsTarget; domain: NamedDomain }) {
  const t = useT()
  const check = useAction(checkCustomDomain, { invalidates: [readCustomDomain] })
  const nameAgain = useAction(updateCustomDomain, { invalidates: [readCustomDomain] })
  const [isRemoving, setRemoving] = useState(false)
  const { companyId } = company
  const isExpired = domain.cause === 'expired'
  const error = isExpired ? nameAgain.error : check.error
  return (
    <TitledCard title={t('Custom domain')}>
      <div className={styles.form}>
        <DomainState domain={domain} />
        {!isExpired && <RecordsToSet domain={domain} />}
        {error && <FailureNote failure={error} />}
        <div className={styles.bar}>
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('Remove domain')}
          </Button>
          {isExpired ? (
            <Button
              loading={nameAgain.isPending}
              onClick={() => nameAgain.mutate({ body: { companyId, domain: domain.domain } })}
            >
              {t('Add the domain again')}
            </Button>
          ) : (
            <Button loading={check.isPending} onClick={() => check.mutate({ body: { companyId } })}>
              {t('Check now')}
            </Button>
          )}
        </div>
      </div>
      {isRemoving && <RemoveDomain company={company} domain={domain} onClose={() => setRemoving(false)} />}
    </TitledCard>
  )
}

function RecordsToSet({ domain }: { domain: NamedDomain }) {
  const t = useT()
  return (
    <>
      <p className={styles.about}>
        {t('Add both records at your DNS provider and keep them. Propagation can take hours.')}
      </p>
      <CopyField label={t('Name of the TXT record')} value={domain.txt_name} />
      <CopyField label={t('Value of the TXT record')} value={domain.txt_value} />
      <CopyField label={t('Name of the CNAME record')} value={domain.domain} />
      <CopyField label={t('Target of the CNAME record')} value={domain.cname_target} />
    </>
  )
}

function DomainState({ domain }: { domain: NamedDomain }) {
  const t = useT()
  const format = useFormat()
  const { tone, text } = states[domain.state]
  return (
    <div className={styles.state} role="status">
      <div className={styles.stateName}>
        <bdi dir="ltr">{domain.domain}</bdi>
        <StatusBadge tone={tone}>{t(text)}</StatusBadge>
      </div>
      {domain.cause && <div>{t(domainCauses[domain.cause])}</div>}
      {domain.failed_days > 0 && (
        <div>
          {t('Failing for {days} days in a row. After {most} days it is turned off.', {
            days: domain.failed_days,
            most: failedDaysUntilOff,
          })}
        </div>
      )}
      <div className={styles.stateTime}>
        {domain.checked_at
          ? t('Last checked {when}.', { when: format.when(domain.checked_at) })
          : t('Not checked yet.')}{' '}
        {domain.expires_at && t('Its records must be found by {when}.', { when: format.when(domain.expires_at) })}
      </div>
    </div>
  )
}

type RemoveDomainProps = { company: SettingsTarget; domain: NamedDomain; onClose: () => void }

function RemoveDomain({ company, domain, onClose }: RemoveDomainProps) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Remove this domain?')}
      confirmLabel={t('Remove domain')}
      operation={updateCustomDomain}
      input={{ body: { companyId: company.companyId, domain: '' } }}
      invalidates={[readCustomDomain]}
      onClose={onClose}
    >
      {t('{domain} no longer works. Your subdomain still does, and you can add the domain again.', {
        domain: domain.domain,
      })}
    </ConfirmAction>
  )
}
