import { Button, Checkbox, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { companyFilters } from '#contract/companies/companies.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import type { FilterControlProps } from '../../shells/resource-table/columns.ts'
import styles from './companies.module.css'

type Name = (typeof companyFilters)[number]
const texts: Readonly<Record<Name, Text>> = {
  direct_payment: msg('Direct Payment'),
  payment_failed: msg('Payment Failed'),
  api_key: msg('API Key Generated'),
  developer_mode: msg('Developer Mode Enabled'),
}
const ofPayment: readonly Name[] = ['direct_payment', 'payment_failed']
const ofDevelopers: readonly Name[] = ['api_key', 'developer_mode']

const namesIn = (value: string): Name[] => companyFilters.filter((name) => value.split(',').includes(name))

/** Whether a value from the URL, which users may edit, contains only known filters. */
export const isTreeFilter = (value: string): boolean => namesIn(value).join(',') === value

/** The agency tree's filter popover (R186). Filters combine with AND. Only the operator gets the developer group. */
export function TreeFilter({ label, value, onChange }: FilterControlProps) {
  const t = useT()
  const names = namesIn(value)
  const change = (next: string[]): void =>
    onChange(companyFilters.filter((name) => next.includes(name)).join(',') || 'all')
  const boxes = (names: readonly Name[]) =>
    names.map((name) => <Checkbox key={name} value={name} label={t(texts[name])} />)
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={17} stroke={1.75} />}
          data-chosen={names.length > 0 || undefined}
        >
          {names.length > 0 ? t('Filters ({count})', { count: names.length }) : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Checkbox.Group value={names} onChange={change} aria-label={label}>
          <div className={styles.filters}>
            {boxes(ofPayment)}
            <fieldset>
              <legend>{t('Developer Api')}</legend>
              {boxes(ofDevelopers)}
            </fieldset>
          </div>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

export function ChosenTreeFilter({ value }: { value: string }) {
  const t = useT()
  return namesIn(value)
    .map((name) => t(texts[name]))
    .join(' · ')
}
