import type { Language } from '#contract/core/language.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { showDate } from '#server/platform/show-date.ts'
import { describeReport, type WrittenReport } from '../tables/describe-report.ts'
import { fillWords } from '../tables/words.ts'

/** The texts of a report mail, besides names and figures. */
const words: Readonly<
  Record<Language, Record<'title' | 'attached' | 'report' | 'client' | 'days' | 'file' | 'note', string>>
> = {
  en: {
    title: '{report}: {start} to {end}',
    attached: 'Your report is attached.',
    report: 'Report',
    client: 'Client',
    days: 'Days',
    file: 'File',
    note: '{company} sends you this report on a schedule. To stop it, reply to them.',
  },
  ar: {
    title: '{report}: من {start} إلى {end}',
    attached: 'تجد تقريرك مرفقًا.',
    report: 'التقرير',
    client: 'العميل',
    days: 'الأيام',
    file: 'الملف',
    note: 'ترسل إليك {company} هذا التقرير في مواعيد محددة. لإيقافه أجب على رسالتها.',
  },
}

/** The mail a report is attached to, sent in the agency's name. */
export function mailOf(report: WrittenReport, fileName: string): MailContent {
  const say = words[report.language]
  const { title, lines, hidden } = describeReport(report)
  const { start, end } = report.table
  return {
    title: fillWords(say.title, {
      report: title,
      start: showDate(start, report.language),
      end: showDate(end, report.language),
    }),
    paragraphs: hidden === null ? [say.attached] : [say.attached, hidden],
    facts: [
      [say.report, title],
      [say.client, report.clientName ?? ''],
      [say.days, lines[0]!],
      [say.file, fileName],
    ],
    note: fillWords(say.note, { company: report.brand.name }),
  }
}
