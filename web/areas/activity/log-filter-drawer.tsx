import { Button, Drawer, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activityCategories } from '#contract/activity/actions.ts'
import { actorTypes, listLogCampaigns, listLogUsers, presetDays } from '#contract/activity/user-logs.ts'
import { call } from '../../api/call.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { lastDays } from '../../shells/last-days.ts'
import { SearchSelect, type SearchOption } from '../../shells/search-select.tsx'
import { categoryNames } from './category-names.ts'
import { dateBefore } from './log-range.ts'
import { noFilter, type LogFilter } from './use-user-logs.ts'
import styles from './user-logs.module.css'

const typeNames: Readonly<Record<(typeof actorTypes)[number], Text>> = {
  9999: msg('All'),
  root: msg('Enterprise'),
  admin: msg('Administrators'),
  client: msg('Clients'),
}
const presetNames: Readonly<Record<(typeof presetDays)[number], Text>> = {
  7: msg('Last week'),
  30: msg('Last month'),
  90: msg('Last 3 months'),
}

type DrawerProps = {
  companyId: string
  /** Only agencies have campaigns; the operator's own log has none to filter by. */
  isAgency: boolean
  opened: boolean
  filter: LogFilter
  onClose: () => void
  onChange: (filter: LogFilter) => void
}

/** Filters of the log (S090): user type, user, category, campaign, and dates with presets. */
export function LogFilterDrawer({ companyId, isAgency, opened, filter, onClose, onChange }: DrawerProps) {
  const t = useT()
  const set = (changes: Partial<LogFilter>): void => onChange({ ...filter, ...changes })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t('Filters')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      // The page already has a banner landmark.
      attributes={{ header: { role: 'presentation' } }}
    >
      <div className={styles.filters}>
        <Select
          label={t('User type')}
          data={actorTypes.map((value) => ({ value, label: t(typeNames[value]) }))}
          value={filter.userType}
          onChange={(value) => set({ userType: (value ?? '9999') as LogFilter['userType'], userId: 'all' })}
        />
        <PersonFilter companyId={companyId} filter={filter} onChoose={(userId) => set({ userId })} />
        <Select
          label={t('Category')}
          data={[
            { value: 'all', label: t('All') },
            ...activityCategories.map((value) => ({ value, label: t(categoryNames[value]) })),
          ]}
          value={filter.action}
          onChange={(value) => set({ action: (value ?? 'all') as LogFilter['action'] })}
        />
        {isAgency && (
          <CampaignFilter companyId={companyId} filter={filter} onChoose={(campaignId) => set({ campaignId })} />
        )}
        <div className={styles.presets} role="group" aria-label={t('Days')}>
          {presetDays.map((days) => (
            <Button key={days} size="xs" variant="default" onClick={() => set(lastDays(dateBefore(0), days))}>
              {t(presetNames[days])}
            </Button>
          ))}
        </div>
        <TextInput
          type="date"
          label={t('First day')}
          value={filter.start}
          max={filter.end || undefined}
          onChange={(event) => set({ start: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('Last day')}
          value={filter.end}
          min={filter.start || undefined}
          onChange={(event) => set({ end: event.currentTarget.value })}
        />
        <Button variant="subtle" onClick={() => onChange(noFilter)}>
          {t('Clear filters')}
        </Button>
      </div>
    </Drawer>
  )
}

type ChoiceProps = { companyId: string; filter: LogFilter; onChoose: (id: string) => void }

function PersonFilter({ companyId, filter: { userType, userId }, onChoose }: ChoiceProps) {
  const t = useT()
  return (
    <FoundSelect
      label={t('Person')}
      queryKey={[listLogUsers.name, companyId, userType]}
      find={async (search) => (await call(listLogUsers, { body: { companyId, userType, search } })).data}
      chosenId={userId}
      onChoose={onChoose}
    />
  )
}

function CampaignFilter({ companyId, filter: { campaignId }, onChoose }: ChoiceProps) {
  const t = useT()
  return (
    <FoundSelect
      label={t('Campaign')}
      queryKey={[listLogCampaigns.name, companyId]}
      find={async (search) => (await call(listLogCampaigns, { body: { companyId, search } })).campaigns}
      chosenId={campaignId}
      onChoose={onChoose}
    />
  )
}

function FoundSelect({
  label,
  queryKey,
  find,
  chosenId,
  onChoose,
}: {
  label: string
  queryKey: readonly unknown[]
  find: (search: string) => Promise<SearchOption[]>
  chosenId: string
  onChoose: (id: string) => void
}) {
  const t = useT()
  const [words, setWords] = useState('')
  const [lastChoice, setLastChoice] = useState<SearchOption | null>(null)
  const search = useQuery({ queryKey: [...queryKey, words], queryFn: () => find(words) })
  const { data = [] } = search
  const selection = chosenId === 'all' ? null : (data.find(({ value }) => value === chosenId) ?? lastChoice)
  return (
    <SearchSelect
      label={label}
      placeholder={t('All')}
      clearable
      selection={selection}
      matches={data}
      search={search}
      onSearch={setWords}
      onChoose={(value) => {
        setLastChoice(data.find((option) => option.value === value) ?? null)
        onChoose(value ?? 'all')
      }}
    />
  )
}
