import { Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { serverNow_ms } from '../api/server-clock.ts'
import { useT } from '../i18n/texts.tsx'
import { useSearchTexts } from '../session/address.ts'
import { searchOf } from '../session/search.ts'
import { chosenDays, dayChoices, rangeProblem, type ChosenDays } from './chosen-days.ts'
import styles from './day-choice.module.css'
import { ownDays, reportToday, type Days } from './last-days.ts'

/** The days that a page shows, stored in the URL, in the time zone of reports. */
export const useChosenDays = (): ChosenDays => chosenDays(useSearchTexts(), reportToday(serverNow_ms()))

/** Chooses the days of a page. Whatever else the URL and the history entry hold stays. */
export function DayChoice() {
  const t = useT()
  const navigate = useNavigate()
  const { choice, start, end } = useChosenDays()
  const go = (next: { days?: string; start?: string; end?: string }): void =>
    void navigate({
      to: '.',
      search: searchOf((before) => ({ ...before, start: undefined, end: undefined, ...next })),
      state: true,
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={styles.root} role="group" aria-label={t('Period')}>
      <Select
        aria-label={t('Days')}
        className={styles.preset}
        data={dayChoices.map(({ value, text }) => ({ value, label: t(text) }))}
        value={choice}
        onChange={(next) => go(next === ownDays ? { days: ownDays, start, end } : { days: next ?? undefined })}
        allowDeselect={false}
      />
      {choice === ownDays && <OwnDays start={start} end={end} onChoose={(days) => go({ days: ownDays, ...days })} />}
      <span className={styles.zone}>{t('Days in {zone}', { zone: reportTimeZone })}</span>
    </div>
  )
}

/** A range that is not valid yet shows an error at its field, and the page keeps the days before it. */
export function OwnDays({ start, end, onChoose }: Days & { onChoose: (days: Days) => void }) {
  const t = useT()
  const [input, setInput] = useState<Days>({ start, end })
  const problem = rangeProblem(input)
  const change = (field: keyof Days, value: string): void => {
    const next = { ...input, [field]: value }
    setInput(next)
    if (rangeProblem(next) === null) onChoose(next)
  }
  return (['start', 'end'] as const).map((field) => (
    <TextInput
      key={field}
      type="date"
      className={styles.day}
      aria-label={field === 'start' ? t('First day') : t('Last day')}
      value={input[field]}
      error={problem?.field === field ? t(problem.text) : undefined}
      onChange={({ currentTarget: { value } }) => change(field, value)}
    />
  ))
}
