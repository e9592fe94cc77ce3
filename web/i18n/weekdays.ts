import { useLanguage } from './texts.tsx'

/** Days of the week from Monday, 1; the first of January 2024 was one. */
export const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** From Monday on, as a choice of a form. */
export const useWeekdays = (): { value: string; label: string }[] => {
  const language = useLanguage()
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ value: String(weekday), label: weekdayName(weekday, language) }))
}

/** Hours of a day as a clock shows them, the same in both languages. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
