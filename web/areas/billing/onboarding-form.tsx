import { Switch } from '@mantine/core'
import { getOnboarding, onboardingFeeProblem, setOnboarding, type Onboarding } from '#contract/billing/onboarding.ts'
import { readAccess } from '#contract/people/user.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { CallFailure } from '../../api/failure.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { AmountField } from '../../shells/amount-field.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import { textOfPrice } from '../../shells/price-text.ts'

export type OnboardingValues = { amount: string; acceptsCoupons: boolean }

const saveFailed = msg('We are unable to save your setting, please try again later.')

/** Validation errors stay at their fields; any other failure shows the text of R236. */
function inItsWords(error: unknown, text: string): unknown {
  if (!(error instanceof CallFailure) || error.status === 422) return error
  return new CallFailure({ status: error.status, code: error.code, message: text })
}

/** The onboarding fee of one company (C136). Validates R232 to R235 while typing; the server validates them again. */
export function useOnboardingForm(
  companyId: string,
  onboarding: Onboarding,
  onDone: () => void,
): ServerForm<OnboardingValues> {
  const t = useT()
  const save = useAction(setOnboarding, { invalidates: [getOnboarding, listCompanies, readAccess] })
  return useServerForm<OnboardingValues, { message: string }>({
    initialValues: { amount: textOfPrice(onboarding.amount), acceptsCoupons: onboarding.enable_coupon },
    validate: {
      amount: (text: string) => {
        const problem = onboardingFeeProblem(text)
        return problem === null ? null : t(problem)
      },
    },
    send: ({ amount, acceptsCoupons }) =>
      save
        .mutateAsync({ body: { companyId, amount: Number(amount), enable_coupon: acceptsCoupons } })
        .catch((error: unknown) => {
          throw inItsWords(error, t(saveFailed))
        }),
    onDone: ({ message }) => {
      notifyDone(t(message))
      onDone()
    },
  })
}

export function OnboardingFields({ server, about }: { server: ServerForm<OnboardingValues>; about: string }) {
  const t = useT()
  const { form } = server
  return (
    <>
      <AmountField data-autofocus form={form} name="amount" rule="amount" label={t('Amount')} description={about} />
      <div data-wide>
        <Switch label={t('Accept coupons')} {...form.getInputProps('acceptsCoupons', { type: 'checkbox' })} />
      </div>
    </>
  )
}
