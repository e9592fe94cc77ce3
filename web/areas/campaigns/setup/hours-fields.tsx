import { ActionIcon, Button, Checkbox, Select, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { maxWindows, textOfWindow, windowFrom, type HoursWindow } from '#contract/campaigns/active-hours.ts'
import { useT } from '../../../i18n/texts.tsx'
import { hourText, useWeekdays } from '../../../i18n/weekdays.ts'
import type { SectionProps } from './section-props.ts'
import styles from './hours.module.css'

const maxOfDay = maxWindows / 7
const office = { from: 9, to: 17 }
const officeWeek = [1, 2, 3, 4, 5].map((day) => textOfWindow({ day, ...office }))

const hoursFrom = (first: number): { value: string; label: string }[] =>
  Array.from({ length: 24 }, (_none, at) => ({ value: String(first + at), label: hourText(first + at) }))

/** Edits the hours at which a campaign takes leads, by day of the week. */
export function HoursFields({ form }: SectionProps) {
  const t = useT()
  const weekdays = useWeekdays()
  const windows = form.values.activeHours.flatMap((line) => windowFrom(line) ?? [])
  const set = (next: readonly HoursWindow[]): void => form.setFieldValue('activeHours', next.map(textOfWindow))
  const days = [...new Set(windows.map(({ day }) => day))].toSorted((a, b) => a - b)
  const ofDay = (day: number): HoursWindow[] => windows.filter((one) => one.day === day)
  const change = (day: number, next: readonly HoursWindow[]): void =>
    set([...windows.filter((one) => one.day !== day), ...next])
  const isMixed = days.some((day) => hoursKey(ofDay(day)) !== hoursKey(ofDay(days[0]!)))
  return (
    <div data-wide>
      <Switch
        label={t('Only at certain times')}
        description={t('Otherwise leads are captured at any time.')}
        checked={windows.length > 0}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue('activeHours', checked ? officeWeek : [])}
        error={form.getInputProps('activeHours').error}
      />
      {windows.length > 0 && (
        <ul className={styles.week} aria-label={t('Days and hours')}>
          {weekdays.map(({ value, label }) => (
            <Day
              key={value}
              day={Number(value)}
              label={label}
              windows={ofDay(Number(value))}
              isOnly={days.length === 1}
              onChange={change}
            />
          ))}
        </ul>
      )}
      {isMixed && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          onClick={() => set(days.flatMap((day) => ofDay(days[0]!).map((one) => ({ ...one, day }))))}
        >
          {t('Copy the first day’s hours to all days')}
        </Button>
      )}
    </div>
  )
}

const hoursKey = (windows: readonly HoursWindow[]): string => windows.map(({ from, to }) => `${from}-${to}`).join()

type DayProps = {
  day: number
  label: string
  windows: readonly HoursWindow[]
  /** Whether this is the only day with hours: a week without any would mean all hours. */
  isOnly: boolean
  onChange: (day: number, windows: readonly HoursWindow[]) => void
}

function Day({ day, label, windows, isOnly, onChange }: DayProps) {
  const t = useT()
  const isTaken = windows.length > 0
  const last = windows.at(-1)
  return (
    <li className={styles.day}>
      <Checkbox
        label={label}
        checked={isTaken}
        disabled={isTaken && isOnly}
        onChange={({ currentTarget: { checked } }) => onChange(day, checked ? [{ day, ...office }] : [])}
      />
      <div className={styles.windows}>
        {!isTaken && <span className={styles.none}>{t('No leads')}</span>}
        {windows.map((window, at) => (
          <WindowFields
            key={at}
            label={label}
            window={window}
            onChange={(next) => onChange(day, windows.with(at, next))}
            onRemove={windows.length > 1 ? () => onChange(day, windows.toSpliced(at, 1)) : null}
          />
        ))}
      </div>
      {last && windows.length < maxOfDay && (
        <ActionIcon
          variant="subtle"
          aria-label={t('More hours on {day}', { day: label })}
          onClick={() => onChange(day, [...windows, { day, ...nextHours(last) }])}
        >
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  )
}

/** The next free hours of the day after the last window; office hours if none are left. */
const nextHours = ({ from, to }: HoursWindow): Pick<HoursWindow, 'from' | 'to'> =>
  to > from && to < 23 ? { from: to + 1, to: Math.min(24, to + 4) } : office

type WindowProps = {
  label: string
  window: HoursWindow
  onChange: (window: HoursWindow) => void
  /** Null for the only window of the day. */
  onRemove: (() => void) | null
}

function WindowFields({ label, window, onChange, onRemove }: WindowProps) {
  const t = useT()
  const { from, to } = window
  const begin = (value: string | null): void => {
    const first = Number(value)
    onChange({ ...window, from: first, to: first === to ? first + 1 : to })
  }
  return (
    <div className={styles.window}>
      <Select
        aria-label={t('{day}, from', { day: label })}
        data={hoursFrom(0)}
        allowDeselect={false}
        value={String(from)}
        onChange={begin}
        className={styles.hour}
      />
      <span aria-hidden>–</span>
      <Select
        aria-label={t('{day}, until', { day: label })}
        data={hoursFrom(1).filter(({ value }) => Number(value) !== from)}
        allowDeselect={false}
        value={String(to)}
        onChange={(value) => onChange({ ...window, to: Number(value) })}
        className={styles.hour}
      />
      {to < from && <span className={styles.none}>{t('Next day')}</span>}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          aria-label={t('Remove {from} to {to} on {day}', { from: hourText(from), to: hourText(to), day: label })}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  )
}
