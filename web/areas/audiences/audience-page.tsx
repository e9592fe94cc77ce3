import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listOrganizations, type Organization } from '#contract/audiences/organizations.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { columnsFor } from './organizations-page.tsx'
import { organizationsPath } from './paths.ts'
import { ResourceView } from './resource-view.tsx'

/** /Audience: which campaigns here feed those outside, and with how many leads (OQ-31, C090). */
export function AudiencePage() {
  const t = useT()
  const me = useMe()
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
  const manage = (
    <Button variant="default" component={Link} to={organizationsPath}>
      {t('Marketing organizations')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Audience')}
        description={t('Who reaches your marketing outside: the leads of the campaigns that are tied to it.')}
        actions={manage}
      />
      <ResourceTable
        label={t('Audience')}
        operation={listOrganizations}
        input={({ page, perPage }) => ({
          params: { companyId: me.companyId },
          query: { page, perPage },
        })}
        columns={[...columnsFor(me.side), show]}
        rowKey={(row) => row.organizationId}
        below={open ? { key: open.organizationId, content: <ResourceView organization={open} /> } : undefined}
        empty={
          <EmptyState
            icon={<IconUsers size={22} stroke={1.6} />}
            title={t('No organizations yet')}
            hint={t('Add a marketing organization first, then tie campaigns to it in their settings.')}
            action={manage}
          />
        }
      />
    </>
  )
}

function ShowButton({ row, isOpen, onToggle }: { row: Organization; isOpen: boolean; onToggle: () => void }) {
  const t = useT()
  const label = t('Leads for {name}', { name: isolate(row.organizationName) })
  const Sign = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-expanded={isOpen} onClick={onToggle}>
        <Sign size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
