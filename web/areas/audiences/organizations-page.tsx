import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconBuildingBroadcastTower,
  IconChevronDown,
  IconChevronUp,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { listOrganizations, type Organization, removeOrganization } from '#contract/audiences/organizations.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { RowActions } from '../../shells/resource-table/row-actions.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './audiences.module.css'
import { OrganizationDialog } from './organization-dialog.tsx'
import { ResourceView } from './resource-view.tsx'

/** /Client: the clients' marketing organizations, and the campaigns that are linked to them (OQ-31, C090). */
export function OrganizationsPage() {
  const t = useT()
  const me = useMe()
  const { mayEdit, mayRemove } = useCampaignRights()
  const [organizationToEdit, setOrganizationToEdit] = useState<Organization | 'new' | null>(null)
  const [organizationToRemove, setOrganizationToRemove] = useState<Organization | null>(null)
  const [open, setOpen] = useState<Organization | null>(null)
  const show: Column<Organization> = {
    key: 'show',
    header: msg('Leads'),
    align: 'end',
    cell: (row) => (
      <ShowButton
        row={row}
        isOpen={row.organizationId === open?.organizationId}
        onToggle={() => setOpen((now) => (now?.organizationId === row.organizationId ? null : row))}
      />
    ),
  }
  const canChange = mayEdit && me.viewEndsAt === null
  const canRemove = mayRemove && me.viewEndsAt === null
  const add = canChange && (
    <Button leftSection={<IconPlus size={17} stroke={1.75} />} onClick={() => setOrganizationToEdit('new')}>
      {t('Add organization')}
    </Button>
  )
  const actions: Column<Organization> = {
    key: 'actions',
    header: msg('Action'),
    align: 'end',
    cell: (row) => (
      <RowActions
        name={row.organizationName}
        items={[
          ...(canChange
            ? [{ icon: IconPencil, label: t('Edit {name}', nameOf(row)), onClick: () => setOrganizationToEdit(row) }]
            : []),
          ...(canRemove
            ? [{ icon: IconTrash, label: t('Remove {name}', nameOf(row)), onClick: () => setOrganizationToRemove(row) }]
            : []),
        ]}
      />
    ),
  }
  return (
    <>
      <PageHeader
        title={t('Marketing organizations')}
        description={t('Client accounts in other marketing systems. Campaigns can be linked to them.')}
        actions={add}
      />
      <ResourceTable
        label={t('Marketing organizations')}
        operation={listOrganizations}
        input={({ page, perPage, search }) => ({
          params: { companyId: me.companyId },
          query: { page, perPage, search },
        })}
        columns={[...columnsFor(me.side), show, ...(canChange || canRemove ? [actions] : [])]}
        rowKey={(row) => row.organizationId}
        searchLabel={msg('Search organizations')}
        below={open ? { key: open.organizationId, content: <ResourceView organization={open} /> } : undefined}
        empty={
          <EmptyState
            icon={<IconBuildingBroadcastTower size={22} stroke={1.6} />}
            title={t('No organizations yet')}
            hint={t('Add a client’s account in a mailing or advertising system, and the campaigns it runs there.')}
            action={add}
          />
        }
      />
      {organizationToEdit && (
        <OrganizationDialog
          organization={organizationToEdit === 'new' ? null : organizationToEdit}
          onClose={() => setOrganizationToEdit(null)}
        />
      )}
      {organizationToRemove && (
        <RemoveOrganizationDialog organization={organizationToRemove} onClose={() => setOrganizationToRemove(null)} />
      )}
    </>
  )
}

const nameOf = (row: Organization) => ({ name: isolate(row.organizationName) })

function ShowButton({ row, isOpen, onToggle }: { row: Organization; isOpen: boolean; onToggle: () => void }) {
  const t = useT()
  const label = t('Leads for {name}', nameOf(row))
  const Sign = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-expanded={isOpen} onClick={onToggle}>
        <Sign size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Clients see only their own organizations, so they get no client column. */
const columnsFor = (side: 'root' | 'agency' | 'client'): readonly Column<Organization>[] => [
  {
    key: 'organization',
    header: msg('Organization'),
    cell: (row) => <Lines strong>{row.organizationName}</Lines>,
  },
  ...(side === 'client'
    ? []
    : [{ key: 'client', header: msg('Client'), cell: (row: Organization) => <Bdi>{row.company_name}</Bdi> }]),
  {
    key: 'external',
    header: msg('External ID'),
    hideBelow: 'md',
    cell: (row) => (row.externalId ? <Bdi>{row.externalId}</Bdi> : '—'),
  },
  {
    key: 'outside',
    header: msg('External campaigns'),
    align: 'end',
    cell: (row) => <Count of={row.campaigns.length} />,
  },
  { key: 'uses', header: msg('Linked campaigns'), align: 'end', cell: (row) => <Count of={row.uses} /> },
]

function Count({ of }: { of: number }) {
  const format = useFormat()
  return <span className={of === 0 ? styles.muted : undefined}>{format.number(of)}</span>
}

type RemoveOrganizationDialogProps = { organization: Organization; onClose: () => void }

/** Explains that an organization linked to campaigns cannot be removed, before anyone tries. */
function RemoveOrganizationDialog({ organization, onClose }: RemoveOrganizationDialogProps) {
  const t = useT()
  const name = isolate(organization.organizationName)
  if (organization.uses > 0)
    return (
      <Dialog opened onClose={onClose} title={t('{name} is in use', { name })} size="sm">
        {t(
          '{count, plural, one {# campaign is linked to it.} other {# campaigns are linked to it.}} Unlink them in their settings first.',
          { count: organization.uses },
        )}
      </Dialog>
    )
  return (
    <ConfirmAction
      title={t('Remove {name}?', { name })}
      confirmLabel={t('Remove organization')}
      operation={removeOrganization}
      input={{ params: { id: organization.organizationId } }}
      invalidates={[listOrganizations]}
      onClose={onClose}
    >
      {t('Its external campaigns are removed with it. This cannot be undone.')}
    </ConfirmAction>
  )
}
