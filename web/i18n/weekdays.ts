import { useLanguage } from './texts.tsx'

/** The name of a weekday; 1 is Monday, as was January 1, 2024. */
export const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** Select options for the weekdays, starting on Monday. */
export const useWeekdays = (): { value: string; label: string }[] => {
  const language = useLanguage()
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ value: String(weekday), label: weekdayName(weekday, language) }))
}

/** An hour as 24-hour clock time, the same in both languages. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
