import type { YearFigures } from '#contract/privacy/records.ts'
import type { Text } from '#i18n/arabic.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Translate } from '#server/platform/translate.ts'
import { paragraph } from '../page-frame.ts'

const kindTexts: Readonly<Record<YearFigures['kind'], Text>> = {
  opt_out: 'Opt out',
  see: 'See what is held',
  delete: 'Delete what is held',
  correct: 'Correct what is held',
  platform: 'California’s deletion platform',
}
const columns: readonly Text[] = ['Received', 'Complied', 'Denied', 'Median / mean days']

/** A brand's yearly figures for everybody (California: Civ. 1798.99.85); nothing before the first request. */
export function figuresHtml(t: Translate, brand: string, figures: readonly YearFigures[]): string {
  if (figures.length === 0) return ''
  const cell = (value: string | number): string => `<td>${escapeHtml(String(value))}</td>`
  const rows = figures.map(({ year, kind, received, complied, denied, mean_days, median_days }) => {
    const days = mean_days === null ? '–' : `${median_days} / ${mean_days}`
    return `<tr><th scope="row">${escapeHtml(`${year}: ${t(kindTexts[kind])}`)}</th>${[received, complied, denied, days].map(cell).join('')}</tr>`
  })
  return [
    `<h2>${escapeHtml(t('Requests by year'))}</h2>`,
    paragraph(t('How many people asked {brand} for what, and how long the answers took.', { brand }), 'quiet'),
    `<table><thead><tr><th scope="col">${escapeHtml(t('Year and request'))}</th>`,
    `${columns.map((text) => `<th scope="col">${escapeHtml(t(text))}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.join('')}</tbody></table>`,
  ].join('')
}
