import type { Cohorts } from '#contract/reports/cohorts.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

export type Cohort = Cohorts['data'][number]

export const cohortMeasures = ['visitors', 'leads', 'conversions'] as const
export type CohortMeasure = (typeof cohortMeasures)[number]

export const measureTexts: Readonly<Record<CohortMeasure, Text>> = {
  visitors: msg('Visitors who came back'),
  leads: msg('Leads'),
  conversions: msg('Conversions'),
}

/** Short labels, so that all three fit next to each other on a phone. */
export const shortTexts: Readonly<Record<CohortMeasure, Text>> = { ...measureTexts, visitors: msg('Visitors') }

/** A cell's shading, from 0 to 1: visitors relative to the row's first week, others relative to the highest value. */
export function strengthOf(cohorts: readonly Cohort[], cohort: Cohort, measure: CohortMeasure, after: number): number {
  const value = cohort.weeks[after]?.[measure] ?? 0
  const most =
    measure === 'visitors'
      ? cohort.weeks[0]!.visitors
      : Math.max(...cohorts.flatMap(({ weeks }) => weeks.map((week) => week[measure])))
  return most === 0 ? 0 : value / most
}
