import { Alert } from '@mantine/core'
import { getPerson, type PersonDetail } from '#contract/leads/person.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useParam } from '../../../session/address.ts'
import { PageFailure } from '../../../shells/page-failure.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { PersonBody } from './person-body.tsx'

const nameOf = (person: PersonDetail['person'] | undefined): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : ''

/** Everything known of the person of a lead, across campaigns. */
export function PersonPage() {
  const t = useT()
  const leadId = useParam('leadId')
  const person = useCall(getPerson, { params: { id: leadId } })
  const data = person.data?.data
  if (person.error && !data) return <PageFailure failure={person.error} onRetry={person.refetch} />
  const hasOptedOut = data?.opted_out === true
  return (
    <>
      <PageHeader
        title={nameOf(data?.person) || t('Person')}
        documentTitle={t('Person')}
        badge={hasOptedOut && <StatusBadge tone="warn">{t('Opted out')}</StatusBadge>}
      />
      {hasOptedOut ? (
        <Alert color="yellow" variant="light" title={t('The person opted out.')}>
          {t('They become no lead anymore, and what is known of them is not put together here.')}
        </Alert>
      ) : (
        <PersonBody data={data} />
      )}
    </>
  )
}
