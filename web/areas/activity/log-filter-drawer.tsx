import { Button, Drawer, Select } from '@mantine/core'
import { presetDays } from '#contract/activity/user-logs.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import type { Filter } from '../../shells/resource-table/columns.ts'
import type { TableState } from '../../shells/resource-table/table-state.ts'
import styles from './user-logs.module.css'

const presetNames: Readonly<Record<(typeof presetDays)[number], Text>> = {
  7: msg('Last week'),
  30: msg('Last month'),
  90: msg('Last 3 months'),
}

type DrawerProps = { opened: boolean; filters: readonly Filter[]; state: TableState; onClose: () => void }

/** Filters of the log (S090): user type, user, category, campaign, and presets of dates. */
export function LogFilterDrawer({ opened, filters, state, onClose }: DrawerProps) {
  const t = useT()
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
        {filters
          .filter(({ isInDrawer }) => isInDrawer)
          .map((filter) => (
            <DrawerFilter key={filter.key} filter={filter} state={state} />
          ))}
        <div className={styles.presets} role="group" aria-label={t('Days')}>
          {presetDays.map((days) => (
            <Button key={days} size="xs" variant="default" onClick={() => state.setFilter('days', String(days))}>
              {t(presetNames[days])}
            </Button>
          ))}
        </div>
        <Button variant="subtle" onClick={state.clear}>
          {t('Clear filters')}
        </Button>
      </div>
    </Drawer>
  )
}

function DrawerFilter({ filter, state }: { filter: Filter; state: TableState }) {
  const t = useT()
  const value = state.query.filters[filter.key] ?? 'all'
  const change = (next: string | null): void => state.setFilter(filter.key, next ?? 'all')
  if ('control' in filter)
    return <filter.control label={t(filter.label)} className={undefined} value={value} onChange={change} />
  return (
    <Select
      label={t(filter.label)}
      data={[
        { value: 'all', label: t(filter.all) },
        ...filter.options.map((one) => ({ value: one.value, label: t(one.label) })),
      ]}
      value={value}
      onChange={change}
    />
  )
}
