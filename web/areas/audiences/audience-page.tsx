import { Button } from '@mantine/core'
import { IconDownload, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listAudiences, type Audience, removeAudience } from '#contract/audiences/audiences.ts'
import type { Definition } from '#contract/audiences/definition.ts'
import { exportAudience } from '#contract/leads/audience-people.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { audienceEditPath } from '../../paths/audiences.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { RowActions } from '../../shells/resource-table/row-actions.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './audiences.module.css'
import { describeCondition } from './condition-words.ts'
import { ExpiryBadge } from './expiry-badge.tsx'
import { InUseDialog } from './in-use-dialog.tsx'
import { UseNote } from './use-note.tsx'

/** /Audience: people selected by traits, behavior and lists, and the campaigns that use them (S025). */
export function AudiencePage() {
  const t = useT()
  const me = useMe()
  const { mayEdit } = useCampaignRights()
  const [audienceToRemove, setAudienceToRemove] = useState<Audience | null>(null)
  const canChange = mayEdit && me.viewEndsAt === null
  const add = canChange && (
    <Button leftSection={<IconPlus size={17} stroke={1.75} />} component={Link} to={audienceEditPath('')}>
      {t('New audience')}
    </Button>
  )
  const group = me.side === 'agency' ? selectedGroup(me) : 'all'
  const actions = useActions(canChange, setAudienceToRemove)
  return (
    <>
      <PageHeader
        title={t('Audiences')}
        description={t('Groups of people by traits and behavior, for campaigns to include or exclude.')}
        actions={add}
      />
      {group !== 'all' && <GroupNote />}
      <ResourceTable
        label={t('Audiences')}
        operation={listAudiences}
        input={({ page, perPage }) => ({
          params: { companyId: me.companyId },
          query: { page, perPage, groupId: group },
        })}
        columns={[...columnsFor(me.side), actions]}
        rowKey={(row) => row.audience_id}
        rowLink={canChange ? (row) => audienceEditPath(row.audience_id) : undefined}
        empty={
          <EmptyState
            icon={<IconUsers size={22} stroke={1.6} />}
            title={t('No audiences yet')}
            hint={t('Create one from people who viewed your prices, or who are already leads.')}
            action={add}
          />
        }
      />
      {audienceToRemove && (
        <RemoveAudienceDialog audience={audienceToRemove} onClose={() => setAudienceToRemove(null)} />
      )}
    </>
  )
}

function useActions(canChange: boolean, onRemove: (row: Audience) => void): Column<Audience> {
  const t = useT()
  const navigate = useNavigate()
  const { mayRemove } = useCampaignRights()
  const me = useMe()
  const download = useDownload(exportAudience)
  const nameOf = (row: Audience) => ({ name: isolate(row.audience_name) })
  return {
    key: 'actions',
    header: msg('Action'),
    align: 'end',
    cell: (row) => (
      <RowActions
        name={row.audience_name}
        items={[
          ...(canChange
            ? [
                {
                  icon: IconPencil,
                  label: t('Edit {name}', nameOf(row)),
                  onClick: () => void navigate({ to: audienceEditPath(row.audience_id) }),
                },
              ]
            : []),
          {
            icon: IconDownload,
            label: t('Download the leads in {name}', nameOf(row)),
            loading: download.busy,
            onClick: () => download.start({ params: { id: row.audience_id }, query: { format: 'spreadsheet' } }),
          },
          ...(mayRemove && me.viewEndsAt === null
            ? [{ icon: IconTrash, label: t('Remove {name}', nameOf(row)), onClick: () => onRemove(row) }]
            : []),
        ]}
      />
    ),
  }
}

const Name = ({ row }: { row: Audience }) => (
  <Lines strong beside={<ExpiryBadge expiry={row.expiry} />}>
    {row.audience_name}
  </Lines>
)

/** Clients see only their own audiences, so they get no client column. */
const columnsFor = (side: 'root' | 'agency' | 'client'): readonly Column<Audience>[] => [
  { key: 'audience', header: msg('Audience'), cell: (row) => <Name row={row} /> },
  ...(side === 'client'
    ? []
    : [{ key: 'client', header: msg('Client'), cell: (row: Audience) => <Bdi>{row.company_name}</Bdi> }]),
  {
    key: 'people',
    header: msg('People'),
    size: 'wide',
    wraps: true,
    hideBelow: 'md',
    cell: (row) => <ConditionLines definition={row.definition} />,
  },
  { key: 'uses', header: msg('Used by'), cell: (row) => <UseNote uses={row.uses} /> },
]

/** Summarizes an audience: the conditions people must meet, and those they must not. */
function ConditionLines({ definition: { include, exclude } }: { definition: Definition }) {
  const t = useT()
  const format = useFormat()
  const inclusions = include.conditions.map((condition) => describeCondition(condition, t, format))
  const exclusions = exclude.conditions.map((condition) =>
    t('not: {words}', { words: describeCondition(condition, t, format) }),
  )
  const anyOf = include.match === 'any' && inclusions.length > 1 ? `${t('any of')} ` : ''
  return (
    <bdi>
      {inclusions.length === 0 ? t('Everyone') : anyOf + inclusions.join(' · ')}
      {exclusions.length > 0 && <span className={styles.muted}> · {exclusions.join(' · ')}</span>}
    </bdi>
  )
}

type RemoveAudienceDialogProps = { audience: Audience; onClose: () => void }

function RemoveAudienceDialog({ audience, onClose }: RemoveAudienceDialogProps) {
  const t = useT()
  const name = isolate(audience.audience_name)
  if (audience.uses.length > 0)
    return (
      <InUseDialog
        name={name}
        users={audience.uses.map((use) => ({ id: use.campaignId, name: use.campaignName }))}
        onClose={onClose}
      >
        {t(
          '{count, plural, one {# campaign uses it.} other {# campaigns use it.}} Remove it in their settings first.',
          { count: audience.uses.length },
        )}
      </InUseDialog>
    )
  return (
    <ConfirmAction
      title={t('Remove {name}?', { name })}
      confirmLabel={t('Remove audience')}
      operation={removeAudience}
      input={{ params: { id: audience.audience_id } }}
      invalidates={[listAudiences]}
      onClose={onClose}
    >
      {t('Only the conditions are removed, no people. This cannot be undone.')}
    </ConfirmAction>
  )
}
