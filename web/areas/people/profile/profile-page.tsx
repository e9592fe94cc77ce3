import { Skeleton, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { UserData } from '#contract/people/user.ts'
import { readMe } from '#contract/people/user.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useSearchChoice } from '../../../session/search-choice.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormPage } from '../../../shells/form-page.tsx'
import { notify } from '../../../shells/notify.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { AlertRulesPanel } from './alert-rules-panel.tsx'
import { CompanyFields } from './company-fields.tsx'
import { MailChoicesPanel } from './mail-choices-panel.tsx'
import { PersonFields } from './person-fields.tsx'
import { useCompanyForm, usePersonForm } from './use-profile-forms.ts'

/** `/user/profile` (S015): the user's own data and, for users who may manage it, the company's. */
export function ProfilePage() {
  const t = useT()
  const me = useMe()
  const { data, error, refetch } = useCall(readMe, {})
  const user = data?.data
  const hasCompany = me.side === 'client' ? (me.access.team?.includes('manage') ?? true) : me.may('settings.update')
  const hasAlerts = hasCompany && me.side !== 'root'
  const [part, choosePart] = useSearchChoice('part', [
    'person',
    ...(hasCompany ? ['company'] : []),
    'emails',
    ...(hasAlerts ? ['alerts'] : []),
  ])
  return (
    <>
      <PageHeader title={t('Profile')} description={t('How others see and reach you.')} />
      {error && !user && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !user && <Skeleton height={320} radius="lg" />}
      {user && (
        <Tabs value={part} onChange={choosePart}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="person">{t('About you')}</Tabs.Tab>
            {hasCompany && <Tabs.Tab value="company">{t('Your company')}</Tabs.Tab>}
            <Tabs.Tab value="emails">{t('Emails')}</Tabs.Tab>
            {hasAlerts && <Tabs.Tab value="alerts">{t('Alerts')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="person">
            <PersonForm user={user} />
          </Tabs.Panel>
          <Tabs.Panel value="emails">{part === 'emails' && <MailChoicesPanel />}</Tabs.Panel>
          {hasAlerts && <Tabs.Panel value="alerts">{part === 'alerts' && <AlertRulesPanel />}</Tabs.Panel>}
          {hasCompany && (
            <Tabs.Panel value="company">
              <CompanyForm user={user} />
            </Tabs.Panel>
          )}
        </Tabs>
      )}
    </>
  )
}

function useLeave(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: '/' })
}

function PersonForm({ user }: { user: UserData }) {
  const t = useT()
  const server = usePersonForm({ user, isSetUp: false, onSaved: (message) => notify('success', t(message)) })
  return (
    <FormPage form={server} submitLabel={t('Save profile')} onCancel={useLeave()}>
      <PersonFields server={server} user={user} />
    </FormPage>
  )
}

function CompanyForm({ user }: { user: UserData }) {
  const t = useT()
  const server = useCompanyForm({ user, isSetUp: false, onSaved: (message) => notify('success', t(message)) })
  return (
    <FormPage form={server} submitLabel={t('Save company')} onCancel={useLeave()}>
      <CompanyFields server={server} />
    </FormPage>
  )
}
