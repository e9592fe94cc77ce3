import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { listCompanyGroups, placeInGroup, type CompanyGroup } from '#contract/companies/groups.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote, SubmitError } from '../../../shells/failure-note.tsx'
import { SearchSelect } from '../../../shells/search-select.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { useClientSearch } from '../../../shells/owners/client-search.ts'
import styles from './groups.module.css'

/** The first page only; the list of clients shows the rest. */
const maxShown = 100

/** The clients in a group, with controls to add and remove them. */
export function GroupMembers({ group }: { group: CompanyGroup }) {
  const t = useT()
  const members = useCall(listCompanies, {
    params: {
      companyId: group.companyId,
      group: group.groupId,
      systemId: 'all',
      type: 'client',
      module: 'all',
      sort: 'company_name',
      order: 'asc',
      search: 'all',
    },
    query: { page: 1, perPage: maxShown },
  })
  const place = useAction(placeInGroup, { invalidates: [listCompanies, listCompanyGroups, getCampaign] })
  const assign = (clientId: string, groupId: string): void => place.mutate({ body: { companyId: clientId, groupId } })
  const rows = members.data?.data
  const more = (members.data?.total ?? 0) - maxShown
  return (
    <div className={styles.members}>
      <AddMember group={group} isBusy={place.isPending} onAdd={(clientId) => assign(clientId, group.groupId)} />
      <SubmitError failure={place.error} />
      {members.error && !rows && <FailureNote failure={members.error} onRetry={members.refetch} />}
      {!rows && !members.error && <Skeleton height={28} radius="md" />}
      {rows && rows.length > 0 && (
        <ul className={styles.chips}>
          {rows.map((row) => {
            const label = t('Remove {name} from the group', { name: isolate(row.company_name) })
            return (
              <li key={row.company_id}>
                <Bdi>{row.company_name}</Bdi>
                <Tooltip label={label}>
                  <ActionIcon
                    size="xs"
                    aria-label={label}
                    disabled={place.isPending}
                    onClick={() => assign(row.company_id, '')}
                  >
                    <IconX size={13} stroke={2} />
                  </ActionIcon>
                </Tooltip>
              </li>
            )
          })}
        </ul>
      )}
      {more > 0 && (
        <p className={styles.about}>
          {t('{count, plural, one {# more client} other {# more clients}}: choose the group in the profile menu.', {
            count: more,
          })}
        </p>
      )}
    </div>
  )
}

type AddMemberProps = { group: CompanyGroup; isBusy: boolean; onAdd: (clientId: string) => void }

/** Adding a client that is in another group moves it out of that one. */
function AddMember({ group, isBusy, onAdd }: AddMemberProps) {
  const t = useT()
  const clients = useClientSearch('', group.companyId)
  return (
    <SearchSelect
      // Remounts after a client is added, so that the field is empty for the next one.
      key={group.clients}
      {...clients}
      aria-label={t('Add a client to {name}', { name: isolate(group.groupName) })}
      placeholder={t('Add a client…')}
      disabled={isBusy}
      onChoose={(clientId) => clientId && onAdd(clientId)}
    />
  )
}
