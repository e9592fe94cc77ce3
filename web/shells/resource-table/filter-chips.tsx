import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/texts.tsx'
import type { Filter } from './columns.ts'
import styles from './filter-chips.module.css'
import type { TableState } from './table-state.ts'

/** What narrows a list, one removable chip each; nothing if nothing does. */
export function FilterChips({ filters, state }: { filters: readonly Filter[]; state: TableState }) {
  const t = useT()
  const values = state.query.filters
  const active = filters.filter(({ key }) => (values[key] ?? 'all') !== 'all')
  if (active.length === 0) return null
  return (
    <div className={styles.root} role="group" aria-label={t('Active filters')}>
      {active.map((filter) => (
        <button
          key={filter.key}
          type="button"
          className={styles.chip}
          onClick={() => state.setFilter(filter.key, 'all')}
        >
          <span className={styles.said}>{t('Remove filter')}</span>
          <span className={styles.label}>{t(filter.label)}</span>
          <bdi className={styles.value}>
            <Chosen filter={filter} value={values[filter.key]!} />
          </bdi>
          <IconX size={13} stroke={1.9} aria-hidden />
        </button>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={state.clear}>
        {t('Clear all')}
      </Button>
    </div>
  )
}

function Chosen({ filter, value }: { filter: Filter; value: string }) {
  const t = useT()
  if ('control' in filter) return <filter.chosen value={value} />
  const option = filter.options.find((one) => one.value === value)
  return option ? t(option.label) : value
}
