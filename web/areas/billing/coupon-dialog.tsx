import { NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { couponValueProblem, createCoupon, listCoupons, type CouponType } from '#contract/billing/coupons.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { AmountField } from '../../shells/amount-field.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import styles from './billing.module.css'

const fresh = {
  code: '',
  type: 'percent' as CouponType,
  percent: '' as string | number,
  amount: '',
  maxUses: '' as string | number,
  expiresOn: '',
}

/** Creates a coupon: percent or dollars, maximum uses, end date. Each agency can use it once. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { mutateAsync } = useAction(createCoupon, { invalidates: [listCoupons] })
  const problemOf = (type: CouponType, value: string): string | null => {
    const problem = couponValueProblem(type, value)
    return problem === null ? null : t(problem)
  }
  const server = useServerForm<typeof fresh, { message: string }>({
    initialValues: fresh,
    validate: {
      code: (code: string) =>
        /^[A-Za-z0-9_-]{3,40}$/.test(code.trim()) ? null : t('Use 3 to 40 letters, digits, hyphens and underscores.'),
      percent: (value, { type }) => (type === 'percent' ? problemOf('percent', String(value)) : null),
      amount: (value, { type }) => (type === 'amount' ? problemOf('amount', value) : null),
    },
    send: ({ code, type, percent, amount, maxUses, expiresOn }) =>
      mutateAsync({
        body: {
          code,
          type,
          value: type === 'percent' ? String(percent) : amount,
          ...(maxUses !== '' && { max_uses: Number(maxUses) }),
          ...(expiresOn !== '' && { expires_on: expiresOn }),
        },
      }),
    onDone: notifyAndClose(onClose),
    fieldNames: { max_uses: 'maxUses', expires_on: 'expiresOn', value: 'amount' },
  })
  const { form } = server
  const { type } = form.values
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Add coupon')}
      description={t('Reduces the onboarding charge. Each agency can use it once.')}
      form={server}
      submitLabel={t('Add coupon')}
    >
      <TextInput
        data-wide
        data-autofocus
        label={t('Code')}
        dir="ltr"
        maxLength={40}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <div className={styles.choice}>
        <span id="coupon-type">{t('Discount')}</span>
        <SegmentedControl
          fullWidth
          aria-labelledby="coupon-type"
          value={type}
          onChange={(next) => form.setFieldValue('type', next as CouponType)}
          data={[
            { value: 'percent', label: t('Percent') },
            { value: 'amount', label: t('Amount') },
          ]}
        />
      </div>
      {type === 'percent' ? (
        <NumberInput
          label={t('Percent')}
          withAsterisk
          min={1}
          max={100}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          rightSection="%"
          {...form.getInputProps('percent')}
        />
      ) : (
        <AmountField form={form} name="amount" rule="amount" label={t('Amount')} />
      )}
      <NumberInput
        label={t('Number of uses')}
        description={t('Leave blank for unlimited.')}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...form.getInputProps('maxUses')}
      />
      <TextInput
        type="date"
        label={t('Last day')}
        description={t('Leave blank for no expiration.')}
        {...form.getInputProps('expiresOn')}
      />
    </FormDialog>
  )
}
