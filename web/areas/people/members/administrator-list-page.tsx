import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { administratorColumns } from './administrator-columns.tsx'
import { AdministratorDialog } from './administrator-dialog.tsx'
import { roleListPath } from './paths.ts'
import { PeopleList } from './people-list.tsx'
import { RemovePersonDialog } from './remove-person-dialog.tsx'

/** A company's administrators: the users besides the owner, and what they may do. */
export function AdministratorListPage() {
  const t = useT()
  const me = useMe()
  return (
    <PeopleList
      type="administrator"
      title={t('Administrator List')}
      description={t('People who work for {company} with you.', { company: me.companyName })}
      label={t('Administrators')}
      searchLabel={msg('Search administrators')}
      inviteLabel={t('Invite administrator')}
      more={
        <Button variant="default" component={Link} to={roleListPath}>
          {t('Roles')}
        </Button>
      }
      empty={{
        icon: IconUsers,
        title: t('No administrators yet'),
        hint: t('Invite someone to work with you. They choose their own password.'),
      }}
      columns={administratorColumns}
      form={(props) => <AdministratorDialog {...props} />}
      removal={(row, onClose) => (
        <RemovePersonDialog
          row={row}
          title={t('Remove this administrator?')}
          confirmLabel={t('Remove administrator')}
          onClose={onClose}
        />
      )}
    />
  )
}
