import { Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useT } from '../../i18n/texts.tsx'
import { reportToday, type Days } from '../../shells/last-days.ts'
import { daysProblem, ownDaysOf, presetOf, presets } from './days.ts'
import styles from './reports.module.css'
import { useSearchTexts } from '../../session/address.ts'
import { searchOf } from '../../session/search.ts'

type Search = { days?: string; start?: string; end?: string }

/** The report's dates from the URL: a preset or a custom range. */
export function useReportDays(): Days & { choice: string } {
  const search = useSearchTexts()
  const customDays = ownDaysOf(search)
  if (customDays) return { ...customDays, choice: 'own' }
  const preset = presetOf(search.days)
  return { ...presets[preset]!.daysAt(reportToday(serverNow_ms())), choice: preset }
}

/** The date range picker of a report. An invalid range shows an error at its field and leaves the report unchanged. */
export function ReportDays() {
  const t = useT()
  const navigate = useNavigate()
  const { choice, start, end } = useReportDays()
  const go = ({ days, start: from, end: to }: Search): void =>
    void navigate({
      to: '.',
      search: searchOf((before) => ({ ...before, page: undefined, days, start: from, end: to })),
    })
  return (
    <>
      <Select
        aria-label={t('Days')}
        className={styles.days}
        data={[
          ...Object.entries(presets).map(([value, { text }]) => ({ value, label: t(text) })),
          { value: 'own', label: t('Custom range') },
        ]}
        value={choice}
        onChange={(next) => go(next === 'own' ? { days: 'own', start, end } : { days: next ?? undefined })}
        allowDeselect={false}
      />
      {choice === 'own' && <OwnDays start={start} end={end} onChoose={(days) => go({ days: 'own', ...days })} />}
    </>
  )
}

function OwnDays({ start, end, onChoose }: Days & { onChoose: (days: Days) => void }) {
  const t = useT()
  const [input, setInput] = useState<Days>({ start, end })
  const problem = daysProblem(input)
  const type = (more: Partial<Days>): void => {
    const next = { ...input, ...more }
    setInput(next)
    if (daysProblem(next) === null) onChoose(next)
  }
  const errorOf = (field: keyof Days) => (problem?.field === field ? t(problem.text) : undefined)
  return (
    <>
      {(['start', 'end'] as const).map((field) => (
        <TextInput
          key={field}
          type="date"
          className={styles.day}
          aria-label={field === 'start' ? t('First day') : t('Last day')}
          value={input[field]}
          error={errorOf(field)}
          onChange={({ currentTarget: { value } }) => type({ [field]: value })}
        />
      ))}
    </>
  )
}
