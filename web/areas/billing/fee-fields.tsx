import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getCoupon, type Discount } from '#contract/billing/coupons.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormSection } from '../../shells/form-page.tsx'
import styles from './billing.module.css'

type FeeFieldsProps = {
  coupon: string
  error: React.ReactNode
  onCoupon: (code: string) => void
  onError: (message: string) => void
}

/** The onboarding fee due with the first card, with an optional coupon. Renders nothing without a fee. */
export function FeeFields(props: FeeFieldsProps) {
  const t = useT()
  const fee = useMe().onboardingFee
  const [discount, setDiscount] = useState<Discount | null>(null)
  if (fee === null) return null
  // A discount no longer counts once the code has been edited or the fee has changed.
  const isApplied =
    discount?.code === props.coupon.trim().toUpperCase() && Math.round(discount.price * 100) === fee.price_cents
  const currentDiscount = isApplied ? discount : null
  return (
    <FormSection title={t('Onboarding charge')} description={t('One-time fee, due with your first card.')}>
      <Price price_cents={fee.price_cents} discount={currentDiscount} />
      {fee.acceptsCoupons && <CouponField {...props} onApplied={setDiscount} />}
    </FormSection>
  )
}

function Price({ price_cents, discount }: { price_cents: number; discount: Discount | null }) {
  const t = useT()
  const format = useFormat()
  const price = format.money(price_cents)
  return (
    <p data-wide className={styles.price} aria-live="polite">
      <span className={styles.muted}>{t('To pay')}</span>
      {discount ? (
        <>
          <s className={styles.muted}>{price}</s>
          <strong>{format.money(Math.round(discount.total * 100))}</strong>
        </>
      ) : (
        <strong>{price}</strong>
      )}
    </p>
  )
}

/** R136: the server checks the coupon only if a code was entered. */
function CouponField({
  coupon,
  error,
  onCoupon,
  onError,
  onApplied,
}: FeeFieldsProps & { onApplied: (discount: Discount) => void }) {
  const t = useT()
  const me = useMe()
  const ask = useAction(getCoupon, { invalidates: [], onDone: ({ data }) => onApplied(data) })
  const code = coupon.trim()
  const apply = (): void => {
    if (code === '' || ask.isPending) return
    ask.mutate(
      { body: { coupon_code: code, company_id: me.companyId } },
      { onError: (failure) => onError(t(failure.message)) },
    )
  }
  return (
    <div data-wide className={styles.coupon}>
      <TextInput
        label={t('Coupon')}
        dir="ltr"
        maxLength={40}
        autoComplete="off"
        value={coupon}
        error={error}
        onChange={(event) => onCoupon(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button variant="default" onClick={apply} loading={ask.isPending} disabled={code === ''}>
        {t('Apply')}
      </Button>
    </div>
  )
}
