import { Skeleton } from '@mantine/core'
import { readAgreement } from '#contract/agreements/acceptances.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { AgreementDialog } from './agreement-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'

/** Developer: the agreement until it is accepted, then the keys (R113). */
export function DeveloperDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const agreement = useCall(readAgreement, { query: { company_id: me.companyId } })
  if (!agreement.data) {
    return (
      <Dialog opened onClose={onClose} title={t('Developer')} size="lg">
        {agreement.error && !agreement.data ? (
          <FailureNote failure={agreement.error} onRetry={agreement.refetch} />
        ) : (
          <Skeleton height={320} />
        )}
      </Dialog>
    )
  }
  const { data } = agreement.data
  return data.is_marketing_services_agreement_developer ? (
    <KeysDialog onClose={onClose} />
  ) : (
    <AgreementDialog offer={data} onClose={onClose} />
  )
}
