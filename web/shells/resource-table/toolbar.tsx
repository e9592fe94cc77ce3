import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useT, type Text } from '../../i18n/texts.tsx'
import type { Filter } from './columns.ts'
import type { TableState } from './table-state.ts'
import styles from './resource-table.module.css'

const TYPING_MS = 300
const LONGEST_SEARCH = 100

type ToolbarProps = {
  /** What the list holds: tells the toolbars of a page with several lists apart. */
  label: string
  state: TableState
  searchLabel: Text | undefined
  filters: readonly Filter[]
  tools: ReactNode
}

export function Toolbar({ label, state, searchLabel, filters: all, tools }: ToolbarProps) {
  const t = useT()
  const filters = all.filter(({ isInDrawer }) => !isInDrawer)
  const [isOpen, setIsOpen] = useState(false)
  const valueOf = ({ key }: Filter): string => state.query.filters[key] ?? 'all'
  const isHidden = (filter: Filter): boolean => filter.isRare === true && valueOf(filter) === 'all'
  return (
    <div className={styles.toolbar} role="search" aria-label={label}>
      {searchLabel !== undefined && (
        <SearchBox label={t(searchLabel)} value={state.query.search} onChange={state.setSearch} />
      )}
      <div className={styles.filters}>
        {filters
          .filter((filter) => isOpen || !isHidden(filter))
          .map((filter) => (
            <OneFilter
              key={filter.key}
              filter={filter}
              value={valueOf(filter)}
              onChange={(value) => state.setFilter(filter.key, value)}
            />
          ))}
        {!isOpen && filters.some(isHidden) && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} stroke={1.75} />}
            onClick={() => setIsOpen(true)}
          >
            {t('More filters')}
          </Button>
        )}
        {tools}
      </div>
    </div>
  )
}

type OneFilterProps = { filter: Filter; value: string; onChange: (value: string) => void }

function OneFilter({ filter, value, onChange }: OneFilterProps) {
  const t = useT()
  const label = t(filter.label)
  if ('control' in filter)
    return <filter.control label={label} className={styles.filter} value={value} onChange={onChange} />
  return (
    <Select
      className={styles.filter}
      aria-label={label}
      data={[
        { value: 'all', label: t(filter.all) },
        ...filter.options.map((one) => ({ value: one.value, label: t(one.label) })),
      ]}
      value={value}
      onChange={(next) => onChange(next ?? 'all')}
      data-chosen={value !== 'all' || undefined}
    />
  )
}

/** Searches when typing pauses. Shows changes from elsewhere (Back, Clear), but not the echo of its own. */
function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const lastText = useRef(value)
  const send = useDebouncedCallback((next: string) => {
    lastText.current = next
    onChange(next)
  }, TYPING_MS)
  useEffect(() => {
    if (value === lastText.current) return
    lastText.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={LONGEST_SEARCH}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
    />
  )
}
