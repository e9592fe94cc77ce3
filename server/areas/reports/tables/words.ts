import type { Language } from '#contract/core/language.ts'
import { messages as reasonsInArabic } from '#i18n/ar/reasons.ts'
import { reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { columnNames, kindNames, listsName, type ReportColumn, type ReportKind } from '#contract/reports/table-names.ts'

/** The texts of a report file, besides names and figures. */
interface ReportWords {
  kinds: Readonly<Record<ReportKind, string>>
  columns: Readonly<Record<ReportColumn, string>>
  /** The heading of the first column. */
  of: Readonly<Record<ReportKind, string>>
  /** The row of enriched lists without a campaign. */
  lists: string
  total: string
  days: string
  client: string
  module: string
  /** Said where a report has more rows than a file lists. */
  hidden: string
  page: string
}

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  en: {
    kinds: kindNames,
    columns: columnNames,
    of: { campaigns: 'Campaign', clients: 'Client', modules: 'Module', days: 'Day', funnel: 'Stage' },
    lists: listsName,
    total: 'Total',
    days: '{start} to {end}, in days of {zone}',
    client: 'Client: {name}',
    module: 'Module: {name}',
    hidden: 'More rows, not listed here but part of the total: {count}',
    page: 'Page {page}',
  },
  ar: {
    kinds: {
      campaigns: 'حسب الحملة',
      clients: 'حسب العميل',
      modules: 'حسب الوحدة',
      days: 'حسب اليوم',
      funnel: 'أين انتهت الزيارات',
    },
    columns: {
      visits: 'الزيارات',
      match_rate: 'معدل المطابقة',
      leads: 'العملاء المحتملون',
      cost_per_lead: 'تكلفة العميل المحتمل',
      spend: 'الإنفاق',
      wholesale: 'تكلفة الجملة',
      margin: 'الهامش',
      conversions: 'التحويلات',
      value: 'قيمة التحويلات',
      return_on_spend: 'العائد على الإنفاق',
      share: 'الحصة',
    },
    of: { campaigns: 'الحملة', clients: 'العميل', modules: 'الوحدة', days: 'اليوم', funnel: 'المرحلة' },
    lists: 'القوائم المرفوعة',
    total: 'المجموع',
    days: 'من {start} إلى {end}، بأيام {zone}',
    client: 'العميل: {name}',
    module: 'الوحدة: {name}',
    hidden: 'صفوف أخرى غير مدرجة هنا لكنها ضمن المجموع: {count}',
    page: 'صفحة {page}',
  },
}

export function reasonTitle(reason: Reason, language: Language): string {
  const { title } = reasonTable[reason]
  return language === 'ar' ? reasonsInArabic[title] : title
}

/** A sentence with its values. In Arabic, names in another script are isolated so that they don't reorder the sentence. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
