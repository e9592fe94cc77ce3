import type { CampaignRow } from '#contract/campaigns/campaign.ts'
import { modulesWithPixel, type Module } from '#contract/campaigns/modules.ts'
import { siteHost } from '#contract/campaigns/site-url.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import type { SavedColumn } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { CampaignMenu } from '../actions/campaign-menu.tsx'
import { limitNames } from '../names.ts'
import { CampaignStatusBadge, statusNames } from '../../../shells/owners/campaign-status.tsx'
import type { CampaignActions } from '../actions/use-campaign-actions.ts'
import type { CampaignRights } from '../../../session/campaign-rights.ts'
import { ChooseCampaign, type Chosen } from './chosen-campaigns.tsx'
import styles from './list.module.css'

type ColumnsFor = {
  showsClient: boolean
  /** The module of all campaigns; `all` for lists of several. */
  module: Module | 'all'
  actions: CampaignActions
  rights: CampaignRights
  selection: Chosen
  onCopy: (campaign: CampaignRow) => void
  onRemove: (campaign: CampaignRow) => void
}

/** What feeds the campaigns: hits of their pixel, or searches. */
const eventHeader = (module: Module | 'all'): Text =>
  module === 'all' ? msg('Last activity') : modulesWithPixel.includes(module) ? msg('Last hit') : msg('Last search')

type CampaignColumn = SavedColumn<CampaignRow, 'campaigns'>

const chooseColumn = (selection: ColumnsFor['selection']): CampaignColumn => ({
  key: 'choose',
  isPinned: true,
  header: msg('Select'),
  size: 'tick',
  cell: (row) => <ChooseCampaign row={row} selection={selection} />,
})

export function campaignColumns({ showsClient, module, selection, ...forMenu }: ColumnsFor): CampaignColumn[] {
  const client: CampaignColumn = {
    key: 'client',
    header: msg('Client'),
    text: (row) => row.company_name,
    cell: (row) => <Lines>{row.company_name}</Lines>,
  }
  return [
    ...(forMenu.rights.mayEdit ? [chooseColumn(selection)] : []),
    {
      key: 'name',
      isPinned: true,
      size: 'wide',
      header: msg('Campaign'),
      sortKey: 'campaignName',
      text: (row) => row.campaignName,
      cell: (row) => <NameCell campaign={row} showsModule={module === 'all'} />,
    },
    ...(showsClient ? [client] : []),
    {
      key: 'status',
      header: msg('Status'),
      size: 'status',
      text: (row, { t }) => t(row.ended ? msg('Ended') : statusNames[row.status]),
      cell: (row) => <CampaignStatusBadge {...row} />,
    },
    {
      key: 'leads',
      header: msg('Leads'),
      align: 'end',
      text: (row) => row.leads,
      cell: (row) => <LeadsCell campaign={row} />,
    },
    {
      key: 'price',
      header: msg('Price'),
      text: (row) => row.price,
      align: 'end',
      hideBelow: 'md',
      cell: (row) => <PriceCell campaign={row} />,
    },
    {
      key: 'lastHit',
      header: eventHeader(module),
      text: (row) => row.last_hit_at && new Date(row.last_hit_at),
      size: 'date',
      hideBelow: 'lg',
      cell: (row) => <LastHitCell at={row.last_hit_at} />,
    },
    {
      key: 'created',
      size: 'date',
      header: msg('Created'),
      sortKey: 'created_at',
      text: (row) => new Date(row.created_at),
      hideBelow: 'lg',
      cell: (row) => <DateCell at={row.created_at} />,
    },
    {
      key: 'actions',
      isPinned: true,
      header: msg('Actions'),
      size: 'menu',
      align: 'end',
      cell: (row) => <CampaignMenu campaign={row} {...forMenu} />,
    },
  ]
}

function NameCell({ campaign, showsModule }: { campaign: CampaignRow; showsModule: boolean }) {
  const host = siteHost(campaign.siteUrl)
  const { name } = brand().modules[campaign.module]
  return (
    <Lines strong detail={showsModule && host ? `${isolate(name)} · ${isolate(host)}` : showsModule ? name : host}>
      {campaign.campaignName}
    </Lines>
  )
}

function LeadsCell({ campaign }: { campaign: CampaignRow }) {
  const t = useT()
  const format = useFormat()
  const { leadLimit: limit, limitPeriod: period } = campaign
  return <Lines detail={t(limitNames[period], { count: format.number(limit) })}>{format.number(campaign.leads)}</Lines>
}

function PriceCell({ campaign: { price } }: { campaign: CampaignRow }) {
  const format = useFormat()
  return format.price(Math.round(price * 10_000))
}

function LastHitCell({ at }: { at: string | null }) {
  const t = useT()
  const format = useFormat()
  if (at === null) return <span className={styles.muted}>{t('None yet')}</span>
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.ago(at)}
    </time>
  )
}

function DateCell({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.date(at)}</time>
}
