import type { Language } from '#contract/core/language.ts'
import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import type { MailContent, MailFigure } from '#server/areas/mails/lay-out-mail.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Figures } from './read-figures.ts'

/** What was collected, as one line. */
const lineOf = (title: string): MailContent => ({ title })

export interface Digest {
  every: 'day' | 'week'
  start: string
  end: string
  /** Null for a company without campaigns: the operator. */
  figures: { now: Figures; earlier: Figures } | null
  lines: readonly MailContent[]
  url: string | undefined
}

const maxLines = 50

/** One mail instead of many: figures of the days, each with its change, and what was collected. */
export const digestText =
  ({ every, start, end, figures, lines, url }: Digest) =>
  (say: Translate, language: Language): MailContent => {
    const days = { start: showDate(start, language), end: showDate(end, language) }
    const rest = lines.length - maxLines
    return {
      title: every === 'day' ? say('Your day: {end}', days) : say('Your week: {start} to {end}', days),
      preheader: say('Collected emails: {count}', { count: String(lines.length) }),
      ...(figures && { figures: figuresOf(figures.now, figures.earlier, say, language) }),
      paragraphs: rest > 0 ? [say('Emails not listed here: {count}', { count: String(rest) })] : [],
      facts: lines.slice(0, maxLines).map(({ title, paragraphs }) => [title, paragraphs?.[0] ?? '—'] as const),
      ...(url && { button: { label: say('Open dashboard'), url } }),
    }
  }

function figuresOf(now: Figures, earlier: Figures, say: Translate, language: Language): MailFigure[] {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-US'
  const number = new Intl.NumberFormat(locale)
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const share = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
  const changeOf = (value: number, before: number): string =>
    before === 0
      ? ''
      : say('{change} since the days before', { change: `${share.format((value / before - 1) * 100)}%` })
  const dollars = (e4: number): string => money.format(dollarsFromCents(centsFromE4(Math.round(e4))))
  const costOf = ({ leads, cost_e4 }: Figures): number => (leads === 0 ? 0 : cost_e4 / leads)
  const figure = (label: string, value: string, change: string): MailFigure => ({ label, value, change })
  return [
    figure(say('Visits'), number.format(now.visits), changeOf(now.visits, earlier.visits)),
    figure(say('Leads'), number.format(now.leads), changeOf(now.leads, earlier.leads)),
    figure(say('Spend'), dollars(now.cost_e4), changeOf(now.cost_e4, earlier.cost_e4)),
    figure(say('Cost per lead'), dollars(costOf(now)), changeOf(costOf(now), costOf(earlier))),
  ]
}

/** With invented data. */
export const samples: MailSamples = {
  digest: {
    kind: 'digests',
    write: (say, language, { url }) =>
      digestText({
        every: 'week',
        start: '2026-11-23',
        end: '2026-11-29',
        figures: {
          now: { visits: 1_204, leads: 214, cost_e4: 5_350_000 },
          earlier: { visits: 1_071, leads: 221, cost_e4: 5_525_000 },
        },
        lines: [lineOf(say('Too few leads: {campaign}', { campaign: fiction.campaign }))],
        url: url('/'),
      })(say, language),
  },
}
