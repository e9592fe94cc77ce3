import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { activityCategories } from '#contract/activity/actions.ts'
import { actorTypes, listLogCampaigns, listLogUsers } from '#contract/activity/user-logs.ts'
import { call } from '../../api/call.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import type { Filter, FilterControlProps } from '../../shells/resource-table/columns.ts'
import { daysFilter } from '../../shells/resource-table/days-filter.tsx'
import { SearchSelect, type SearchOption } from '../../shells/search-select.tsx'
import { categoryNames } from './category-names.ts'

type ActorType = (typeof actorTypes)[number]
/** The type that means everybody (R207), which a list calls `all`. */
export const everybody = actorTypes[0]

const typeNames: Readonly<Record<Exclude<ActorType, typeof everybody>, Text>> = {
  root: msg('Enterprise'),
  admin: msg('Administrators'),
  client: msg('Clients'),
}

const typeFilter: Filter = {
  key: 'type',
  label: msg('User type'),
  all: msg('All'),
  isInDrawer: true,
  options: Object.entries(typeNames).map(([value, label]) => ({ value, label })),
}

const categoryFilter: Filter = {
  key: 'category',
  label: msg('Category'),
  all: msg('All'),
  isInDrawer: true,
  options: activityCategories.map((value) => ({ value, label: categoryNames[value] })),
}

/** What the log can be filtered by, found by name. */
type Source = { name: string; companyId: string; find: (search: string) => Promise<SearchOption[]> }

/** The log's filters (S090). Only agencies have campaigns; the operator's own log has none to filter by. */
export function useLogFilters(companyId: string, isAgency: boolean): readonly Filter[] {
  return useMemo(() => {
    const people: Source = {
      name: listLogUsers.name,
      companyId,
      find: async (search) => (await call(listLogUsers, { body: { companyId, search } })).data,
    }
    const campaigns: Source = {
      name: listLogCampaigns.name,
      companyId,
      find: async (search) => (await call(listLogCampaigns, { body: { companyId, search } })).campaigns,
    }
    return [
      daysFilter(msg('Days')),
      typeFilter,
      foundFilter('user', msg('Person'), people),
      categoryFilter,
      ...(isAgency ? [foundFilter('campaign', msg('Campaign'), campaigns)] : []),
    ]
  }, [companyId, isAgency])
}

const foundFilter = (key: string, label: Text, source: Source): Filter => ({
  key,
  label,
  isInDrawer: true,
  control: (props) => <FoundSelect {...props} source={source} />,
  chosen: ({ value }) => <FoundName value={value} source={source} />,
})

const useFound = ({ name, companyId, find }: Source, words: string) =>
  useQuery({ queryKey: [name, companyId, words], queryFn: () => find(words) })

/** The option of a value, among all that were found so far. */
function useFoundOne({ name, companyId }: Source, value: string): SearchOption | undefined {
  const lists = useQueryClient().getQueriesData<SearchOption[]>({ queryKey: [name, companyId] })
  return lists.flatMap(([, options = []]) => options).find((one) => one.value === value)
}

function FoundSelect({ label, value, onChange, source }: FilterControlProps & { source: Source }) {
  const t = useT()
  const [words, setWords] = useState('')
  const search = useFound(source, words)
  const option = useFoundOne(source, value)
  return (
    <SearchSelect
      label={label}
      placeholder={t('All')}
      clearable
      selection={value === 'all' ? null : (option ?? { value, label: '…' })}
      matches={search.data ?? []}
      search={search}
      onSearch={setWords}
      onChoose={(next) => onChange(next ?? 'all')}
    />
  )
}

function FoundName({ value, source }: { value: string; source: Source }) {
  useFound(source, '')
  return useFoundOne(source, value)?.label ?? '…'
}
