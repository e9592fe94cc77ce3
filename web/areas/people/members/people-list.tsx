import { Button } from '@mantine/core'
import { IconUserPlus, type Icon } from '@tabler/icons-react'
import { Fragment, useState, type ReactNode } from 'react'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useCall } from '../../../api/hooks.ts'
import { useMe } from '../../../session/me.ts'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { SignOutDialog } from '../../sign-in/sessions/sign-out-dialog.tsx'
import type { PersonActions } from './person-menu.tsx'

export type PersonFormProps = {
  row: CompanyRow | null
  onClose: () => void
  /** Restarts the form with the person's stored values. */
  onReload: () => void
}

type PeopleListProps = {
  type: 'administrator' | 'sales'
  title: string
  description: string
  /** The table's accessible label. */
  label: string
  /** A `msg`, as the table takes it. */
  searchLabel: string
  inviteLabel: string
  empty: { icon: Icon; title: string; hint: string }
  columns: (actions: PersonActions) => readonly Column<CompanyRow>[]
  rowLink?: (row: CompanyRow) => string
  /** The form to edit a person; with null, to invite one. */
  form: (props: PersonFormProps) => ReactNode
  removal: (row: CompanyRow, onClose: () => void) => ReactNode
}

/** A company's users, whom other users of the company invite, edit and remove. */
export function PeopleList({ type, form, removal, empty, ...props }: PeopleListProps) {
  const me = useMe()
  const [personToEdit, setPersonToEdit] = useState<CompanyRow | 'new' | null>(null)
  const [personToRemove, setPersonToRemove] = useState<CompanyRow | null>(null)
  const everybody = {
    companyId: me.companyId,
    group: 'all',
    systemId: 'all',
    type,
    module: 'all',
    sort: 'all',
  } as const
  const call = useCall(
    listCompanies,
    {
      params: {
        ...everybody,
        order: 'all',
        search: personToEdit === 'new' || !personToEdit ? 'all' : personToEdit.email,
      },
      query: { page: 1, perPage: 10 },
    },
    { enabled: false },
  )
  /** Reloads the person being edited; closes the form if they were removed meanwhile. */
  const reload = async ({ id }: CompanyRow): Promise<void> => {
    const { data, error } = await call.refetch()
    // If they cannot be read, the input stays.
    if (!error) setPersonToEdit(data?.data.find((row) => row.id === id) ?? null)
  }
  const [signedOut, setSignedOut] = useState<CompanyRow | null>(null)
  const invite = me.may('settings.create') && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setPersonToEdit('new')}>
      {props.inviteLabel}
    </Button>
  )
  return (
    <>
      <PageHeader title={props.title} description={props.description} actions={invite} />
      <ResourceTable
        label={props.label}
        operation={listCompanies}
        input={({ page, perPage, sort, order, search }) => ({
          params: {
            ...everybody,
            sort: sort as 'all',
            order,
            search: search || 'all',
          },
          query: { page, perPage },
        })}
        columns={props.columns({ onEdit: setPersonToEdit, onRemove: setPersonToRemove, onSignOut: setSignedOut })}
        rowKey={(row) => row.id!}
        rowLink={props.rowLink}
        searchLabel={props.searchLabel}
        empty={
          <EmptyState
            icon={<empty.icon size={22} stroke={1.6} />}
            title={empty.title}
            hint={empty.hint}
            action={invite}
          />
        }
      />
      {personToEdit && (
        <Fragment key={personToEdit === 'new' ? 'new' : (personToEdit.administrator ?? personToEdit.sales)?.version}>
          {form({
            row: personToEdit === 'new' ? null : personToEdit,
            onClose: () => setPersonToEdit(null),
            onReload: () => personToEdit !== 'new' && void reload(personToEdit),
          })}
        </Fragment>
      )}
      {signedOut?.id && (
        <SignOutDialog person={{ ...signedOut, id: signedOut.id }} onClose={() => setSignedOut(null)} />
      )}
      {personToRemove && removal(personToRemove, () => setPersonToRemove(null))}
    </>
  )
}
