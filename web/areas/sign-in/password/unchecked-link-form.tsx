import { useState } from 'react'
import type { CallFailure } from '../../../api/failure.ts'
import { useT } from '../../../i18n/texts.tsx'
import { PublicForm } from '../public-form.tsx'

/** Whether the server rejected what the link contains. Any other failure says nothing about the link. */
export const isLinkRejected = ({ fields }: CallFailure): boolean => Object.keys(fields).length > 0

type UncheckedLinkFormProps = { failure: CallFailure; onRetry: () => Promise<void> }

/** Shown in place of a page's form if its link could not be checked: why, and a way to check it again. */
export function UncheckedLinkForm({ failure, onRetry }: UncheckedLinkFormProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<null> => {
    setBusy(true)
    await onRetry()
    setBusy(false)
    return null
  }
  return (
    <PublicForm
      error={`${t('The link could not be checked.')} ${failure.message}`}
      busy={busy}
      submitLabel={t('Retry')}
      busyLabel={t('Checking the link…')}
      onSubmit={retry}
    >
      {null}
    </PublicForm>
  )
}
