import { Button } from '@mantine/core'
import { createReferral } from '#contract/people/referral.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { CopyField } from '../../../shells/copy-field.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormSection } from '../../../shells/form-page.tsx'

/** The user's link for referring other agencies (C183, OQ-61). */
export function ReferralLink() {
  const t = useT()
  const create = useAction(createReferral, { invalidates: [] })
  const link = create.data?.data.link
  return (
    <FormSection
      title={t('Referral link')}
      description={t('Agencies that register through your link are credited to you.')}
    >
      {create.error && <FailureNote failure={create.error} onRetry={() => create.mutate({ body: {} })} />}
      {link ? (
        <CopyField label={t('Referral link')} value={link} />
      ) : (
        <div>
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ body: {} })}>
            {t('Show referral link')}
          </Button>
        </div>
      )}
    </FormSection>
  )
}
