// No schema: the page of a shared report, which is for visitors, loads only this file.

/**
 * What the days of a report are compared with: the same number of days before, day by day.
 * - `whole`: every day is over.
 * - `without_today`: the last day is not over, so it and the day that corresponds to it are left out.
 * - `new`: the days before began earlier than what is reported was first seen, so nothing is compared.
 * - `none`: no day of the report is over yet.
 */
export const comparisons = ['whole', 'without_today', 'new', 'none'] as const
export type Comparison = (typeof comparisons)[number]
