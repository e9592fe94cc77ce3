import { IconUserDollar } from '@tabler/icons-react'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { CommissionsLink } from '../../commissions/commissions-link.tsx'
import { PeopleList } from '../../people/members/people-list.tsx'
import { RemovePersonDialog } from '../../people/members/remove-person-dialog.tsx'
import { salesPath } from './paths.ts'
import { salesColumns } from './sales-columns.tsx'
import { SalesPersonDialog } from './sales-person-dialog.tsx'

/** The operator's sales representatives and account executives, with the agencies assigned to each (S053, R036). */
export function SalesAccountListPage() {
  const t = useT()
  const me = useMe()
  return (
    <PeopleList
      type="sales"
      title={t('Sales Rep & AE List')}
      description={t('People who sell for {company}. Agencies are assigned to them in the agency list.', {
        company: me.companyName,
      })}
      label={t('Sales staff')}
      searchLabel={msg('Search sales staff')}
      inviteLabel={t('Invite sales person')}
      more={<CommissionsLink />}
      empty={{
        icon: IconUserDollar,
        title: t('No sales staff yet'),
        hint: t('Invite someone who brings in agencies or manages them. They choose their own password.'),
      }}
      columns={salesColumns}
      rowLink={(row) => salesPath(row.id!)}
      form={(props) => <SalesPersonDialog {...props} />}
      removal={(row, onClose) => (
        <RemovePersonDialog
          row={row}
          title={t('Remove this sales person?')}
          confirmLabel={t('Remove sales person')}
          onClose={onClose}
        >
          <AssignedAgencies row={row} />
        </RemovePersonDialog>
      )}
    />
  )
}

function AssignedAgencies({ row }: { row: CompanyRow }) {
  const t = useT()
  const agencies = row.sales?.agencies ?? 0
  if (agencies === 0) return null
  return (
    <p>
      {t(
        '{count, plural, one {# agency assigned to them becomes unassigned.} other {# agencies assigned to them become unassigned.}}',
        { count: agencies },
      )}
    </p>
  )
}
