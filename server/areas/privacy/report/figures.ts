/** The signals that a brand counts, by the reasons under which visits with them are counted. */
export const signalReasons = ['privacy_gpc', 'privacy_opt_out', 'privacy_consent', 'privacy_region'] as const
type SignalReason = (typeof signalReasons)[number]

/** What a brand, or an operator over all of its brands, can show for a day. */
export interface Figures {
  /** Visits with a signal. */
  signals: Partial<Record<SignalReason, number>>
  /** Leads of people who had opted out, or from countries where nobody may be identified: none, or something is wrong. */
  identified: number
  /** Opt-outs of people without an account. */
  optOuts: number
  /** Requests that wait for an answer, and the days until the first is due. */
  open: number
  daysLeft: number | null
  /** Deletions that were carried out, and those after which nothing was found of the person when it was asked again. */
  deletions: number
  verified: number
  /** Deletions that destinations were asked for on the day, and all that have not happened yet. */
  told: number
  untold: number
  /** Retention periods that were applied on the day, and those after which nothing was left that was due. Of the whole installation. */
  retentionDue: number
  retentionDone: number
}

/** Visits with a signal, of every kind. */
export const signalsSeen = ({ signals }: Figures): number =>
  Object.values(signals).reduce((sum, count) => sum + count, 0)

/** Those after which nobody was identified. */
export const signalsHonored = (figures: Figures): number => Math.max(0, signalsSeen(figures) - figures.identified)

/** The operator's figures: the sum of its brands'. */
export function sumFigures(all: readonly Figures[]): Figures {
  const sum = (key: 'identified' | 'optOuts' | 'open' | 'deletions' | 'verified' | 'told' | 'untold'): number =>
    all.reduce((total, figures) => total + figures[key], 0)
  const signals = signalReasons.map((reason) => [
    reason,
    all.reduce((total, one) => total + (one.signals[reason] ?? 0), 0),
  ])
  const daysLeft = all.flatMap((figures) => figures.daysLeft ?? [])
  return {
    signals: Object.fromEntries(signals.filter(([, count]) => count !== 0)) as Figures['signals'],
    optOuts: sum('optOuts'),
    open: sum('open'),
    deletions: sum('deletions'),
    verified: sum('verified'),
    told: sum('told'),
    untold: sum('untold'),
    retentionDue: all[0]?.retentionDue ?? 0,
    retentionDone: all[0]?.retentionDone ?? 0,
    identified: sum('identified'),
    daysLeft: daysLeft.length === 0 ? null : Math.min(...daysLeft),
  }
}
