import { Button } from '@mantine/core'
import { IconListCheck, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { listAudienceLists, removeAudienceList, type AudienceList } from '#contract/audiences/lists.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { RowActions } from '../../shells/resource-table/row-actions.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import styles from './audiences.module.css'
import { ExpiryBadge } from './expiry-badge.tsx'
import { UploadListDialog } from './upload-list-dialog.tsx'
import { InUseDialog } from './in-use-dialog.tsx'

/** /Audience/lists: uploaded address lists that audiences can use. The addresses themselves are never shown. */
export function AudienceListsPage() {
  const t = useT()
  const me = useMe()
  const { mayEdit, mayRemove } = useCampaignRights()
  const [isUploading, setUploading] = useState(false)
  const [listToRemove, setListToRemove] = useState<AudienceList | null>(null)
  const isOwn = me.viewEndsAt === null
  const upload = mayEdit && isOwn && (
    <Button leftSection={<IconUpload size={17} stroke={1.75} />} onClick={() => setUploading(true)}>
      {t('Upload list')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Uploaded lists')}
        description={t('Addresses for audiences to include or exclude. Only hashes are stored.')}
        actions={upload}
      />
      <ResourceTable
        label={t('Uploaded lists')}
        operation={listAudienceLists}
        input={({ page, perPage }) => ({ params: { companyId: me.companyId }, query: { page, perPage } })}
        columns={[...columnsFor(me.side), ...(mayRemove && isOwn ? [removing(setListToRemove)] : [])]}
        rowKey={(row) => row.list_id}
        empty={
          <EmptyState
            icon={<IconListCheck size={22} stroke={1.6} />}
            title={t('No uploaded lists yet')}
            hint={t('Upload your customers’ addresses, then exclude them from campaigns or target only them.')}
            action={upload}
          />
        }
      />
      {isUploading && <UploadListDialog onClose={() => setUploading(false)} />}
      {listToRemove && <RemoveListDialog list={listToRemove} onClose={() => setListToRemove(null)} />}
    </>
  )
}

const columnsFor = (side: 'root' | 'agency' | 'client'): readonly Column<AudienceList>[] => [
  {
    key: 'list',
    header: msg('List'),
    cell: (row) => (
      <Lines strong detail={row.filename}>
        {row.list_name}
      </Lines>
    ),
  },
  ...(side === 'client'
    ? []
    : [{ key: 'client', header: msg('Client'), cell: (row: AudienceList) => <Bdi>{row.company_name}</Bdi> }]),
  { key: 'addresses', header: msg('Addresses'), align: 'end', cell: (row) => <Addresses count={row.addresses} /> },
  { key: 'expiry', header: msg('Expires'), size: 'status', cell: (row) => <Expires row={row} /> },
  { key: 'uses', header: msg('Used by'), hideBelow: 'md', cell: (row) => <Uses row={row} /> },
]

const removing = (onRemove: (row: AudienceList) => void): Column<AudienceList> => ({
  key: 'actions',
  header: msg('Action'),
  align: 'end',
  cell: (row) => <RemoveItem row={row} onRemove={onRemove} />,
})

function RemoveItem({ row, onRemove }: { row: AudienceList; onRemove: (row: AudienceList) => void }) {
  const t = useT()
  const label = t('Remove {name}', { name: isolate(row.list_name) })
  return <RowActions name={row.list_name} items={[{ icon: IconTrash, label, onClick: () => onRemove(row) }]} />
}

const Addresses = ({ count }: { count: number }) => useFormat().number(count)

function Expires({ row }: { row: AudienceList }) {
  const t = useT()
  return row.expiry ? <ExpiryBadge expiry={row.expiry} /> : <span className={styles.muted}>{t('Never')}</span>
}

function Uses({ row }: { row: AudienceList }) {
  const t = useT()
  return row.uses.length === 0 ? (
    <span className={styles.muted}>{t('No audience')}</span>
  ) : (
    <Bdi>{row.uses.map(({ audience_name }) => audience_name).join(', ')}</Bdi>
  )
}

function RemoveListDialog({ list, onClose }: { list: AudienceList; onClose: () => void }) {
  const t = useT()
  const name = isolate(list.list_name)
  if (list.uses.length > 0)
    return (
      <InUseDialog
        name={name}
        users={list.uses.map((use) => ({ id: use.audience_id, name: use.audience_name }))}
        onClose={onClose}
      >
        {t('Remove it from these audiences first.')}
      </InUseDialog>
    )
  return (
    <ConfirmAction
      title={t('Remove {name}?', { name })}
      confirmLabel={t('Remove list')}
      operation={removeAudienceList}
      input={{ params: { id: list.list_id } }}
      invalidates={[listAudienceLists]}
      onClose={onClose}
    >
      {t('Its addresses are deleted. This cannot be undone.')}
    </ConfirmAction>
  )
}
