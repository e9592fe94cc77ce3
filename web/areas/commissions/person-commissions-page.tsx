import { readUser } from '#contract/people/user.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { PageFailure } from '../../shells/page-failure.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { EarnedCommissions } from './earned-commissions.tsx'
import { useParam } from '../../session/address.ts'

/** `/configuration/commissions/{user}`: one sales person's earnings, as that person sees them. */
export function PersonCommissionsPage() {
  const t = useT()
  const userId = useParam('userId')
  const person = useCall(readUser, { params: { id: userId } })
  const name = person.data?.data.name
  if (person.error && !name) return <PageFailure failure={person.error} onRetry={person.refetch} />
  return (
    <>
      <PageHeader
        title={name ?? '…'}
        documentTitle={name ?? t('Commissions')}
        description={t('Commissions this sales person earned, by payment.')}
      />
      <EarnedCommissions salesId={userId} />
    </>
  )
}
