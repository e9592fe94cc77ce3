import { useMemo, useState, type ReactNode } from 'react'
import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { selectedGroup } from '../../../session/group.ts'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { readPages, rowsAtOnce } from '../../../shells/resource-table/files/read-rows.ts'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { useTableState, type TableQuery } from '../../../shells/resource-table/table-state.ts'
import { GroupNote } from '../../../shells/owners/group-note.tsx'
import { CopyDialog } from '../actions/copy-dialog.tsx'
import { RemoveDialog } from '../actions/remove-dialog.tsx'
import { campaignPath } from '../../../paths/campaigns.ts'
import { statusNames } from '../../../shells/owners/campaign-status.tsx'
import { useCampaignActions } from '../actions/use-campaign-actions.ts'
import { usePlaceOf } from '../use-place.ts'
import { useCampaignRights } from '../../../session/campaign-rights.ts'
import { campaignColumns } from './campaign-columns.tsx'
import { ChosenCampaigns, useChosen } from './chosen-campaigns.tsx'

type CampaignsTableProps = {
  /** An agency or a client. */
  companyId: string
  /** One of the agency's clients, or all. */
  clientId: string
  /** Lists every module's campaigns, not only the current module's. */
  module?: 'all'
  showsClient: boolean
  empty: ReactNode
}

/** An ended campaign is shown as ended, whether it was active or paused before. */
const shownStatuses = ['draft', 'active', 'pause', 'ended', 'stop', 'archived'] as const

const statusFilter = {
  key: 'status',
  label: msg('Status'),
  all: msg('All statuses'),
  options: shownStatuses.map((value) => ({ value, label: value === 'ended' ? msg('Ended') : statusNames[value] })),
}

const knownStatus = (text: string | undefined): (typeof shownStatuses)[number] | 'all' =>
  shownStatuses.find((status) => status === text) ?? 'all'

const sortKeys = ['campaignName', 'created_at']

/** Campaigns of an agency or a client, with their actions. */
export function CampaignsTable({ companyId, clientId, module: ofModule, showsClient, empty }: CampaignsTableProps) {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const placeOf = usePlaceOf()
  const rights = useCampaignRights()
  const actions = useCampaignActions()
  const [toRemove, setToRemove] = useState<CampaignRow | null>(null)
  const [toCopy, setToCopy] = useState<CampaignRow | null>(null)
  const selection = useChosen()
  const columns = useMemo(
    () =>
      campaignColumns({
        showsClient,
        module: ofModule ?? module.module,
        actions,
        rights,
        selection,
        onCopy: setToCopy,
        onRemove: setToRemove,
      }),
    [showsClient, ofModule, module.module, actions, rights, selection],
  )
  const group = companyId === me.companyId && clientId === 'all' ? selectedGroup(me) : 'all'
  const input = ({ page, perPage, sort, order, search, filters }: TableQuery) => ({
    params: {
      group,
      type: ofModule ?? module.module,
      companyId,
      clientId,
      sort: sort as 'all',
      order,
      search: search || 'all',
    },
    query: { page, perPage, campaignStatus: knownStatus(filters['status']) },
  })
  const { query } = useTableState([statusFilter], sortKeys)
  // The table reads the same page, in the same request.
  const list = useCall(listCampaigns, input(query), { keepPrevious: true })
  const readIds = async (max: number): Promise<string[]> => {
    const readPage = (page: number) => call(listCampaigns, input({ ...query, page, perPage: rowsAtOnce }))
    return (await readPages(readPage, max)).rows.map(({ campaignId }) => campaignId)
  }
  return (
    <>
      {group !== 'all' && <GroupNote />}
      <ResourceTable
        label={t('Campaigns')}
        operation={listCampaigns}
        input={input}
        columns={columns}
        rowKey={(row) => row.campaignId}
        // The operator has no campaign pages (R031).
        rowLink={me.side === 'root' ? undefined : (row) => campaignPath(placeOf(row), row.campaignId)}
        searchLabel={msg('Search campaigns')}
        filters={[statusFilter]}
        // A client's own page lists no column of clients.
        savedAs={clientId === 'all' ? 'campaigns' : undefined}
        empty={empty}
      />
      <ChosenCampaigns selection={selection} companyId={companyId} total={list.data?.total ?? 0} readIds={readIds} />
      {toCopy && <CopyDialog campaign={toCopy} onClose={() => setToCopy(null)} />}
      {toRemove && <RemoveDialog campaign={toRemove} onClose={() => setToRemove(null)} />}
    </>
  )
}
