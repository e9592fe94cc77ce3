import { Alert, Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { readMe, type UserData } from '#contract/people/user.ts'
import { readCard, type Card, replaceCard } from '#contract/payments/cards.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormPage, FormSection } from '../../shells/form-page.tsx'
import { notify } from '../../shells/notify.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { useMe } from '../../session/me.ts'
import { BillingSummary } from '../billing/billing-summary.tsx'
import { ClientCharges } from '../billing/client-charges.tsx'
import { CompanyCredit } from '../billing/company-credit.tsx'
import { Invoices } from '../billing/invoices.tsx'
import { CompanyCapCard } from '../leads/company-cap-card.tsx'
import { TaxDetailsCard } from '../taxes/tax-details-card.tsx'
import { CardFields } from './card-fields.tsx'
import { useCardForm } from './card-form.ts'
import styles from './payments.module.css'
import { PaymentsToConfirm } from './payments-to-confirm.tsx'
import { StoredCard } from './stored-card.tsx'
import { mayCall } from '../../session/may-call.ts'

/** `/user/card-setting` (S018): shows and replaces the stored card. In view mode, only what it leaves open. */
export function CardSettingPage() {
  const t = useT()
  const me = useMe()
  const user = useCall(readMe, {}).data?.data
  const mayReadMoney = me.viewEndsAt === null
  const mayPay = mayCall(me, replaceCard)
  const answer = useCall(readCard, {}, { enabled: mayReadMoney })
  const data = answer.data?.data
  const [isReplacing, setReplacing] = useState(false)
  return (
    <>
      <PageHeader title={t('Card Setting')} description={t('The card your account is charged to.')} />
      {answer.error && !answer.data && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
      {!mayReadMoney && <Alert>{t('The card, payments and invoices are not shown in view mode.')}</Alert>}
      {mayReadMoney && answer.isPending && <Skeleton height={200} radius="lg" />}
      {user && data?.card && !isReplacing && (
        <FormSection title={t('Card on file')}>
          <StoredCard card={data.card} />
          {data.form_url && mayPay && (
            <div data-wide>
              <Button variant="default" onClick={() => setReplacing(true)}>
                {t('Replace card')}
              </Button>
            </div>
          )}
        </FormSection>
      )}
      {user && data?.form_url && isReplacing && (
        <ReplaceForm user={user} card={data.card} formUrl={data.form_url} onClose={() => setReplacing(false)} />
      )}
      {me.side !== 'root' && !isReplacing && (
        <div className={styles.billing}>
          {mayReadMoney && (me.kind === 'client' || me.kind === 'agencyOwner') && (
            <PaymentsToConfirm companyId={me.companyId} />
          )}
          {mayReadMoney && <BillingSummary companyId={me.companyId} />}
          {mayReadMoney && <CompanyCredit companyId={me.companyId} />}
          {/* R074, R075: users who must pay first see nothing about leads. */}
          {(me.kind === 'client' || me.kind === 'agencyOwner') && !me.access.payments.failed && (
            <CompanyCapCard companyId={me.companyId} of={me.kind === 'client' ? 'client' : 'agency'} mayEdit={false} />
          )}
          <TaxDetailsCard companyId={me.companyId} mayEdit={mayReadMoney && mayPay} />
          {mayReadMoney && <Invoices companyId={me.companyId} mayTry={mayPay} />}
          {mayReadMoney && me.kind === 'client' && <ClientCharges companyId={me.companyId} />}
        </div>
      )}
    </>
  )
}

type ReplaceFormProps = { user: UserData; card: Card | null; formUrl: string; onClose: () => void }

function ReplaceForm({ user, card, formUrl, onClose }: ReplaceFormProps) {
  const t = useT()
  const form = useCardForm(user, card, (message) => {
    notify('success', t(message))
    onClose()
  })
  return (
    <FormPage form={form.server} submitLabel={t('Save card')} onCancel={onClose}>
      <CardFields form={form} formUrl={formUrl} />
    </FormPage>
  )
}
