import type { UserData } from '#contract/people/user.ts'
import type { Card } from '#contract/payments/cards.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormSection } from '../../shells/form-page.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { WizardForm } from '../../shells/wizard.tsx'
import { FeeFields } from '../billing/fee-fields.tsx'
import { CardFields } from './card-fields.tsx'
import { useCardForm } from './card-form.ts'
import { StoredCard } from './stored-card.tsx'

type PaymentStepProps = {
  user: UserData
  card: Card | null
  formUrl: string
  onPrevious: () => void
  onNext: () => void
}

/** The wizard's payment step (OQ-59): a first card, or the stored one. Companies that pay by invoice may skip it. */
export function PaymentStep(props: PaymentStepProps) {
  return props.card ? <StoredStep {...props} card={props.card} /> : <FirstCardStep {...props} />
}

function StoredStep({ card, onPrevious, onNext }: PaymentStepProps & { card: Card }) {
  const t = useT()
  const server = useServerForm<Record<string, never>, unknown>({
    initialValues: {},
    send: () => Promise.resolve(),
    onDone: onNext,
  })
  return (
    <WizardForm form={server} onPrevious={onPrevious}>
      <FormSection title={t('Card on file')}>
        <StoredCard card={card} />
      </FormSection>
    </WizardForm>
  )
}

function FirstCardStep({ user, formUrl, onPrevious, onNext }: PaymentStepProps) {
  const { access, onboardingFee } = useMe()
  const form = useCardForm(user, null, onNext)
  const { values, errors, setFieldValue, setFieldError } = form.server.form
  return (
    <WizardForm
      form={form.server}
      onPrevious={onPrevious}
      // The onboarding fee must be paid by card, even by companies that otherwise pay by invoice.
      onSkip={access.payments.gateway === 'other' && onboardingFee === null ? onNext : undefined}
    >
      <CardFields form={form} formUrl={formUrl} />
      <FeeFields
        coupon={values.coupon}
        error={errors['coupon']}
        onCoupon={(code) => setFieldValue('coupon', code)}
        onError={(message) => setFieldError('coupon', message)}
      />
    </WizardForm>
  )
}
