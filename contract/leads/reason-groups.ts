/** In the order in which screens show them: first what came of visits, then why nothing did. */
export const reasonGroups = ['lead', 'known', 'unidentified', 'rules', 'limits', 'privacy'] as const
export type ReasonGroup = (typeof reasonGroups)[number]

/** The groups' names and what they have in common; the Arabic is in `i18n/ar/reasons.ts`. */
export const reasonGroupTable = {
  lead: { title: 'Became leads', hint: 'Visits of people who passed every rule.' },
  known: { title: 'Already yours', hint: 'People who are leads or customers already. They cost nothing again.' },
  unidentified: { title: 'Not identified', hint: 'Nobody knows who it was, or it was no person at all.' },
  rules: { title: 'Your rules', hint: 'Known people whom the campaign, its schedule or a list leaves out.' },
  limits: { title: 'Limits', hint: 'People who would have become leads if there had been room or money.' },
  privacy: { title: 'Privacy', hint: 'People who don’t want to be identified, or mustn’t be.' },
} as const satisfies Record<ReasonGroup, { title: string; hint: string }>
