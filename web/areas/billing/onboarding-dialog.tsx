import { Skeleton } from '@mantine/core'
import { getOnboarding, type Onboarding } from '#contract/billing/onboarding.ts'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { useFilled } from '../../shells/use-filled.ts'
import { OnboardingFields, useOnboardingForm } from './onboarding-form.tsx'

type DialogProps = { row: CompanyRow; onClose: () => void }

/** Edits the onboarding charge of one agency (S093). */
export function OnboardingDialog({ row, onClose }: DialogProps) {
  const t = useT()
  const call = useCall(getOnboarding, { query: { companyId: row.company_id } })
  const { answer } = useFilled(call)
  if (answer) return <OnboardingForm row={row} onboarding={answer.data} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t('Onboarding charge')}>
      {call.error && !answer ? (
        <FailureNote failure={call.error} onRetry={call.refetch} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </Dialog>
  )
}

function OnboardingForm({ row, onboarding, onClose }: DialogProps & { onboarding: Onboarding }) {
  const t = useT()
  const format = useFormat()
  const form = useOnboardingForm(row.company_id, onboarding, onClose)
  const usual = format.money(Math.round(onboarding.default_amount * 100))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Onboarding charge')}
      description={t('One-time fee charged when {name} adds its first card.', { name: isolate(row.company_name) })}
      form={form}
      submitLabel={t('Save')}
    >
      <OnboardingFields
        server={form}
        about={t('Enter 0 to exempt this agency. Others pay {amount}.', { amount: usual })}
      />
    </FormDialog>
  )
}
