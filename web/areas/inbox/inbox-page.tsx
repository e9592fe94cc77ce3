import { Button, Select } from '@mantine/core'
import { IconChecks, IconInbox } from '@tabler/icons-react'
import { useState } from 'react'
import {
  agencyInboxKinds,
  clientInboxKinds,
  listInbox,
  operatorInboxKinds,
  type InboxItem,
  type InboxKind,
  listInboxColleagues,
} from '#contract/inbox/inbox.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import { clientFilter } from '../../shells/owners/client-filter.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Filter } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { useTableState, type TableQuery } from '../../shells/resource-table/table-state.ts'
import { useServerForm } from '../../shells/server-form.ts'
import { inboxColumns } from './inbox-columns.tsx'
import { pathOfItem } from './path-of-item.ts'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { useInboxActions, type InboxActions } from './use-inbox-actions.ts'
import { kindWords, nameOfItem } from './words.ts'

/** The list polls, because items change without any event. */
const lookAgain_ms = 30_000

const filtersOf = (kinds: readonly InboxKind[], client: Filter | null): readonly Filter[] => [
  {
    key: 'state',
    label: msg('Status'),
    all: msg('To do'),
    options: [
      { value: 'snoozed', label: msg('Snoozed') },
      { value: 'done', label: msg('Done') },
    ],
  },
  {
    key: 'kind',
    label: msg('Types'),
    all: msg('All types'),
    options: kinds.map((value) => ({ value, label: kindWords[value].text })),
  },
  {
    key: 'assigned',
    label: msg('Colleagues'),
    all: msg('All colleagues'),
    options: [
      { value: 'me', label: msg('Assigned to me') },
      { value: 'nobody', label: msg('Unassigned') },
    ],
  },
  ...(client ? [client] : []),
]
const sides = {
  root: {
    filters: filtersOf([...operatorInboxKinds, 'mail_stopped'], null),
    description: msg('What waits for your decision.'),
    hint: msg('What agencies claim beyond their limit or report as forged appears here.'),
  },
  agency: {
    filters: filtersOf(agencyInboxKinds, clientFilter),
    description: msg('What needs attention across all your clients.'),
    hint: msg('New leads, failing deliveries, silent campaigns and declined payments of all clients appear here.'),
  },
  client: {
    filters: filtersOf(clientInboxKinds, null),
    description: msg('What waits for you and your colleagues.'),
    hint: msg('Next actions of leads on their day, and notes that mention one of you appear here.'),
  },
}

const inputOf = (companyId: string, { page, perPage, filters: values }: TableQuery) => ({
  params: { companyId },
  query: {
    page,
    perPage,
    state: values['state'] as 'all',
    kind: values['kind'] as 'all',
    assigned: values['assigned'] as 'all',
    clientId: values['client'] ?? 'all',
  },
})

/** What needs attention across all clients, or the operator's decision: each item with a link to where it can be settled. */
export function InboxPage() {
  const t = useT()
  const me = useMe()
  const actions = useInboxActions()
  const [openDialog, setOpenDialog] = useState<{ dialog: 'snooze' | 'assign'; row: InboxItem } | null>(null)
  const { filters, description, hint } = sides[me.side]
  const state = useTableState(filters, [])
  const list = useCall(listInbox, inputOf(me.companyId, state.query), { keepPrevious: true })
  const rows = list.data?.data ?? []
  const isOpen = state.query.filters['state'] === 'all'
  const close = (): void => setOpenDialog(null)
  return (
    <>
      <PageHeader title={t('Inbox')} description={t(description)} />
      <ResourceTable
        label={t('Inbox')}
        operation={listInbox}
        input={(query) => inputOf(me.companyId, query)}
        columns={inboxColumns({
          t,
          companyId: me.companyId,
          pathOfItem: (row) => pathOfItem(row, me),
          state: state.query.filters['state'] ?? 'all',
          actions,
          onSnooze: (row) => setOpenDialog({ dialog: 'snooze', row }),
          onAssign: (row) => setOpenDialog({ dialog: 'assign', row }),
        })}
        rowKey={(row) => `${row.kind} ${row.subject_id}`}
        filters={filters}
        savedAs="inbox"
        refetchEvery_ms={lookAgain_ms}
        tools={
          isOpen &&
          // It has its place before the rows come, or they would move.
          (rows.length > 1 || !list.data) && (
            <Button
              variant="default"
              leftSection={<IconChecks size={17} stroke={1.75} />}
              loading={actions.isSettling}
              // The rows of the previous page or filter are still shown.
              disabled={!list.data || list.isPlaceholderData}
              onClick={() => actions.settle(rows)}
            >
              {t('Mark this page as done')}
            </Button>
          )
        }
        empty={
          <EmptyState icon={<IconInbox size={28} stroke={1.5} />} title={t('Nothing needs attention')} hint={t(hint)} />
        }
      />
      {openDialog?.dialog === 'snooze' && <SnoozeDialog row={openDialog.row} actions={actions} onClose={close} />}
      {openDialog?.dialog === 'assign' && <AssignDialog row={openDialog.row} actions={actions} onClose={close} />}
    </>
  )
}

type AssignDialogProps = { row: InboxItem; actions: InboxActions; onClose: () => void }

/** Assigns an item to one of the agency's users; leaving it empty unassigns it. */
function AssignDialog({ row, actions, onClose }: AssignDialogProps) {
  const t = useT()
  const me = useMe()
  const colleagues = useCall(listInboxColleagues, { params: { companyId: me.companyId } })
  const server = useServerForm<{ assignee: string | null }, unknown>({
    initialValues: { assignee: row.assignee?.id ?? me.id },
    send: ({ assignee }) => actions.assign.mutateAsync({ body: { ...actions.bodyOf([row]), assignee_id: assignee } }),
    onDone: (_answer, { assignee }) => {
      notifyDone(
        assignee === null ? t('{name} was unassigned.', nameOfItem(row)) : t('{name} was assigned.', nameOfItem(row)),
      )
      onClose()
    },
    fieldNames: { assignee_id: 'assignee' },
  })
  const nameOf = (id: string, name: string): string => (id === me.id ? t('{name} (you)', { name }) : name)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Assign')}
      description={t('The assignee finds it under “Assigned to me”.')}
      form={server}
      submitLabel={t('Assign')}
      size="sm"
    >
      <Select
        data-wide
        data-autofocus
        openOnFocus={false}
        label={t('Colleague')}
        placeholder={t('Nobody')}
        data={(colleagues.data?.data ?? []).map(({ id, name }) => ({ value: id, label: nameOf(id, name) }))}
        searchable
        clearable
        {...server.form.getInputProps('assignee')}
      />
      <OptionsFailure of={colleagues} />
    </FormDialog>
  )
}
