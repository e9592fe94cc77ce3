import { useState } from 'react'
import { getCampaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useSearchText } from '../../session/address.ts'
import { useMe, type Me } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import type { Filter, FilterControlProps } from '../resource-table/columns.ts'
import { MOST_OFFERED, SearchSelect } from '../search-select.tsx'
import { clientFilter } from './client-filter.tsx'

/** Filters a list by campaign; offers those of the selected client. */
function CampaignFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const me = useMe()
  const { module } = useModule()
  const client = useSearchText('client') ?? 'all'
  const [words, setWords] = useState('')
  const id = value === 'all' ? '' : value
  const campaign = useCall(getCampaign, { params: { id } }, { enabled: id !== '' })
  const matches = useCall(
    listCampaigns,
    {
      params: {
        group: 'all',
        type: module,
        companyId: me.companyId,
        clientId: client,
        sort: 'all',
        order: 'all',
        search: words || 'all',
      },
      query: { page: 1, perPage: MOST_OFFERED, campaignStatus: 'all' },
    },
    { keepPrevious: true },
  )
  return (
    <SearchSelect
      selection={id === '' ? null : { value: id, label: campaign.data?.data.campaignName ?? '…' }}
      matches={(matches.data?.data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }))}
      search={matches}
      onSearch={setWords}
      className={className}
      aria-label={label}
      placeholder={t('All campaigns')}
      clearable
      onChoose={(choice) => onChange(choice ?? 'all')}
    />
  )
}

function ChosenCampaign({ value }: { value: string }) {
  return useCall(getCampaign, { params: { id: value } }).data?.data.campaignName ?? '…'
}

const campaign: Filter = {
  key: 'campaign',
  label: msg('Campaign'),
  control: CampaignFilter,
  chosen: ChosenCampaign,
}

/** Owner filters of a list: agencies can filter by client, everyone by campaign. */
export const ownerFilters = (side: Me['side']): readonly Filter[] =>
  side === 'agency' ? [clientFilter, campaign] : [campaign]
