import { Skeleton } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { readCard } from '#contract/payments/cards.ts'
import { completeSetup } from '#contract/people/profile.ts'
import { readMe, type UserData } from '#contract/people/user.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { Wizard, WizardForm } from '../../../shells/wizard.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { PaymentStep } from '../../payments/payment-step.tsx'
import { CompanyFields } from './company-fields.tsx'
import { PersonFields } from './person-fields.tsx'
import { useCompanyForm, usePersonForm } from './use-profile-forms.ts'

/** `/user/profile-setup` (S016): the person, the company, and finishing (OQ-59). */
export function ProfileSetupPage() {
  const t = useT()
  const me = useMe()
  const { data, error, refetch } = useCall(readMe, {})
  const user = data?.data
  const [step, setStep] = useState(0)
  const describes = me.kind === 'client' || me.kind === 'agencyOwner' || me.kind === 'rootSystem'
  // The steps must be known before the first one is shown.
  const card = useCall(readCard, {}, { enabled: describes })
  const payment = card.data?.data
  const isReady = !describes || card.isSuccess || card.isError
  const steps = [
    { key: 'person', label: t('About you') },
    ...(describes ? [{ key: 'company', label: t('Your company') }] : []),
    ...(describes && payment?.form_url ? [{ key: 'payment', label: t('Payment') }] : []),
    { key: 'finish', label: t('Review and finish') },
  ]
  const failure = user ? null : error
  // The payment step goes as soon as nothing is to be paid: then whoever was on it or behind it is at the end.
  const current = Math.min(step, steps.length - 1)
  const stepKey = steps[current]!.key
  const ways = { onPrevious: () => setStep(current - 1), onNext: () => setStep(current + 1) }
  return (
    <>
      <PageHeader
        title={t('Profile Setup')}
        description={t('A few details before you start. You can change them later.')}
      />
      {failure && <FailureNote failure={failure} onRetry={refetch} />}
      {!failure && !(user && isReady) && <Skeleton height={320} radius="lg" />}
      {user && isReady && (
        <Wizard label={t('Steps of the setup')} steps={steps} current={current} onStep={setStep}>
          {stepKey === 'person' && <PersonStep user={user} {...ways} />}
          {stepKey === 'company' && <CompanyStep user={user} {...ways} />}
          {stepKey === 'payment' && payment?.form_url && (
            <PaymentStep user={user} card={payment.card} formUrl={payment.form_url} {...ways} />
          )}
          {stepKey === 'finish' && <FinishStep user={user} hasCompany={describes} {...ways} />}
        </Wizard>
      )}
    </>
  )
}

type StepProps = { user: UserData; onPrevious: () => void; onNext: () => void }

function PersonStep({ user, onNext }: StepProps) {
  const server = usePersonForm({ user, isSetUp: true, onSaved: onNext })
  return (
    <WizardForm form={server}>
      <PersonFields server={server} user={user} isSetUp />
    </WizardForm>
  )
}

function CompanyStep({ user, onPrevious, onNext }: StepProps) {
  const server = useCompanyForm({ user, isSetUp: true, onSaved: onNext })
  return (
    <WizardForm form={server} onPrevious={onPrevious}>
      <CompanyFields server={server} isSetUp />
    </WizardForm>
  )
}

/** Where the wizard ends: the settings for agencies and the operator if that page exists, otherwise the start page. */
function useWayOut(): () => Promise<void> {
  const me = useMe()
  const router = useRouter()
  const navigate = useNavigate()
  const settings = '/configuration/general-setting'
  return () => navigate({ to: me.side !== 'client' && settings in router.routesByPath ? settings : '/' })
}

function FinishStep({ user, hasCompany, onPrevious }: StepProps & { hasCompany: boolean }) {
  const t = useT()
  const me = useMe()
  const refresh = useRefreshMe()
  const leave = useWayOut()
  const complete = useAction(completeSetup, { invalidates: [] })
  const server = useServerForm<Record<string, never>, unknown>({
    initialValues: {},
    send: async () => {
      await complete.mutateAsync({ body: { userId: user.id } })
      await refresh()
    },
    onDone: () => void leave(),
  })
  return (
    <WizardForm
      form={server}
      onPrevious={onPrevious}
      finishLabel={me.side === 'client' ? t('Go To Dashboard') : t('Go To General Settings')}
    >
      <FormSection title={t('Review and finish')} description={t('If everything looks right, you’re done.')}>
        <SetupSummary user={user} hasCompany={hasCompany} />
      </FormSection>
    </WizardForm>
  )
}

/** The data entered so far, for review before setup ends. */
function SetupSummary({ user, hasCompany }: { user: UserData; hasCompany: boolean }) {
  const t = useT()
  const address = [user.company_address, user.company_city, user.company_state_code, user.company_zip]
  const bdiOf = (text: string | null) => (text ? <Bdi>{text}</Bdi> : null)
  return (
    <div data-wide>
      <DetailList
        loading={false}
        items={[
          { label: t('Full name'), value: bdiOf(user.name) },
          { label: t('Email'), value: bdiOf(user.email) },
          { label: t('Phone number'), value: bdiOf(user.phone && `\u2066${user.phone}\u2069`) },
          ...(hasCompany
            ? [
                { label: t('Company name'), value: bdiOf(user.company_name) },
                { label: t('Company phone'), value: bdiOf(`\u2066${user.company_phone}\u2069`) },
                { label: t('Company address'), value: bdiOf(address.filter(Boolean).join(', ')) },
              ]
            : []),
        ]}
      />
    </div>
  )
}
