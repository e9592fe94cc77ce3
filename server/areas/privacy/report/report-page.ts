import { privacyReportPath } from '#contract/privacy/choices-path.ts'
import type { Text } from '#i18n/arabic.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { PlainPage } from '#server/platform/http/form-pages.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import { documentHtml, paragraph } from '../page-frame.ts'
import { scopeOf } from '../request-signs.ts'
import { signalsHonored, signalsSeen, type Figures } from './figures.ts'

const shownDays = 30

/** A brand's daily figures, for everybody: the same that its operator has, with the hash of each day. */
export const privacyReportPage: PlainPage = {
  path: privacyReportPath,
  async show(platform, visit) {
    const owner = await findHost(platform, visit.host)
    const boot = await readBoot(platform, visit.host)
    if (!owner || !boot) return null
    const t = await translatorOf(visit.language)
    const reports = await readReports(platform, { rootId: owner.rootId, agencyId: owner.agencyId ?? owner.rootId })
    const intro = paragraph(
      t(
        'What happened each day with signals, opt-outs and requests. Each day’s hash covers the day before, so no day can be changed later unnoticed.',
      ),
    )
    const days = reports.map((report) => dayHtml(t, visit.language, report)).join('')
    const none = paragraph(t('The first report comes after the first whole day.'))
    return documentHtml({
      visit,
      t,
      brand: boot.brand,
      path: privacyReportPath,
      title: 'Privacy report',
      main: intro + (days || none),
    })
  },
}

interface Report {
  day: string
  figures: string
  hash: string
}

const readReports = (platform: Platform, path: { rootId: string; agencyId: string }): Promise<Report[]> =>
  inScope(
    platform.appPool,
    scopeOf(path),
    async (tx) => {
      const { rows } = await tx.query<Report>(
        `select day::text, figures, hash from privacy_report where agency_id = $1 order by day desc limit ${shownDays}`,
        [path.agencyId],
      )
      return rows
    },
    { readOnly: true },
  )

function dayHtml(t: Translate, language: string, { day, figures: text, hash }: Report): string {
  const figures = JSON.parse(text) as Figures
  const number = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en')
  const date = new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const lines = linesOf(figures).map(([label, value]) => [
    t(label),
    value === null ? t('No request is open') : number.format(value),
  ])
  const items = [...lines, [t('Hash of this day'), hash]]
  return [
    `<h2><time datetime="${day}">${escapeHtml(date.format(new Date(day)))}</time></h2><dl>`,
    ...items.map(([label, value]) => `<dt>${escapeHtml(label!)}</dt><dd><bdi>${escapeHtml(value!)}</bdi></dd>`),
    '</dl>',
  ].join('')
}

const linesOf = (figures: Figures): [label: Text, value: number | null][] => [
  ['Visits with a privacy signal', signalsSeen(figures)],
  ['Signals honored', signalsHonored(figures)],
  ['People identified nevertheless', figures.identified],
  ['Opt-outs', figures.optOuts],
  ['Open requests', figures.open],
  ['Days until the first is due', figures.daysLeft],
  ['Deletions carried out', figures.deletions],
  ['Deletions verified by asking again', figures.verified],
  ['Destinations asked to delete', figures.told],
  ['Destinations that have not yet deleted', figures.untold],
  ['Retention periods that were due', figures.retentionDue],
  ['Retention periods that were applied', figures.retentionDone],
]
