import { Select } from '@mantine/core'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT, type Text } from '../../i18n/texts.tsx'
import { dayChoices, filterDays } from '../chosen-days.ts'
import { OwnDays } from '../day-choice.tsx'
import { filterValue, lastDays, ownDays, reportToday, type Days } from '../last-days.ts'
import type { Filter, FilterControlProps } from './columns.ts'
import styles from './days-filter.module.css'

const key = 'days'
const daysNow = (value: string) => filterDays(value, reportToday(serverNow_ms()))

/** The first and last day that a list with this filter shows; `all` where nothing was chosen. */
export function daysIn(filters: Readonly<Record<string, string>>): Days {
  const { start, end } = daysNow(filters[key] ?? 'all') ?? { start: 'all', end: 'all' }
  return { start, end }
}

/** Filters a list by days in the time zone of reports. */
export const daysFilter = (label: Text): Filter => ({
  key,
  label,
  control: DaysFilter,
  chosen: ChosenDays,
  isValue: (value) => daysNow(value) !== null,
})

function DaysFilter({ label, className, value, onChange }: FilterControlProps) {
  const t = useT()
  const days = daysNow(value)
  const choose = (next: string | null): void =>
    onChange(next === ownDays ? filterValue(days ?? lastDays(reportToday(serverNow_ms()), 30)) : (next ?? 'all'))
  return (
    <>
      <Select
        className={className}
        aria-label={label}
        data={[
          { value: 'all', label: t('All days') },
          ...dayChoices.map(({ value: name, text }) => ({ value: name, label: t(text) })),
        ]}
        value={days?.choice ?? 'all'}
        onChange={choose}
        allowDeselect={false}
        data-chosen={days !== null || undefined}
      />
      {days?.choice === ownDays && (
        <div className={styles.days}>
          <OwnDays start={days.start} end={days.end} onChoose={(own) => onChange(filterValue(own))} />
        </div>
      )}
    </>
  )
}

function ChosenDays({ value }: { value: string }) {
  const t = useT()
  const format = useFormat()
  const days = daysNow(value)
  if (days === null) return value
  const preset = dayChoices.find((one) => one.value === days.choice)
  const text =
    days.choice === ownDays || !preset ? `${format.date(days.start)} – ${format.date(days.end)}` : t(preset.text)
  return `${text} · ${t('Days in {zone}', { zone: reportTimeZone })}`
}
