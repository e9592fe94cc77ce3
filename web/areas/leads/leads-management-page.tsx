import { IconUserSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import { Card } from '../../ui/card.tsx'
import { AgencyPicker, useChosenAgency } from '../../shells/owners/agency-picker.tsx'
import { LeadList } from './leads-page.tsx'

/** All leads, for administrators: of an agency's clients, or for the operator of the chosen agency (R030). */
export function LeadsManagementPage() {
  const t = useT()
  const me = useMe()
  const agency = useChosenAgency()
  const isOperator = me.side === 'root'
  if (isOperator && agency === '') return <NoAgency title={t('Leads management')} />
  return (
    <LeadList
      key={agency}
      title={t('Leads management')}
      companyId={isOperator ? agency : me.companyId}
      tools={isOperator && <AgencyPicker />}
    />
  )
}

function NoAgency({ title }: { title: string }) {
  const t = useT()
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={<IconUserSearch size={28} stroke={1.5} />}
          title={t('No agency selected')}
          hint={t('Select an agency to see its leads.')}
          action={<AgencyPicker />}
        />
      </Card>
    </>
  )
}
