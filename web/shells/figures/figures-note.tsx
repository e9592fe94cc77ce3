import type { Comparison } from '#contract/reports/comparison.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import layout from './figure-layout.module.css'

const notes: Readonly<Record<Comparison, Text>> = {
  whole: msg('Days in {zone}.'),
  without_today: msg('Days in {zone}. Today is not over, so changes leave it out.'),
  new: msg('Days in {zone}. Nothing is compared, because the days before are not complete.'),
  none: msg('Days in {zone}. Nothing is compared until a day is over.'),
}

/** Says below figures in which time zone their days are, and what they are compared with. Keeps its place while they load. */
export function FiguresNote({ timeZone, comparison }: { timeZone?: string; comparison?: Comparison }) {
  const t = useT()
  return <p className={layout.note}>{timeZone && t(notes[comparison ?? 'whole'], { zone: isolate(timeZone) })}</p>
}

/** What a tile is compared with, or why it is not. */
export function useVersus(): (comparison: Comparison, versus: string) => string {
  const t = useT()
  return (comparison, versus) =>
    comparison === 'new' ? t('No earlier data') : comparison === 'none' ? t('Not over yet') : versus
}
