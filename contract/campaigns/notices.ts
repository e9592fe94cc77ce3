/** How often a campaign's report recipients get a mail: with each lead, or with all of an hour, a day or a week. */
export const reportEvery = ['lead', 'hour', 'day', 'week'] as const
export type ReportEvery = (typeof reportEvery)[number]
