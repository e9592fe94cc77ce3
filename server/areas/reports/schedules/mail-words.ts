import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { showDate } from '#server/platform/show-date.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { describeReport, type WrittenReport } from '../tables/describe-report.ts'

/** The mail a report is attached to, sent in the agency's name. */
export async function mailOf(report: WrittenReport, fileName: string): Promise<MailContent> {
  const say = await translatorOf(report.language)
  const { title, lines, hidden } = describeReport(report, say)
  const [start, end] = [report.table.start, report.table.end].map((date) => showDate(date, report.language))
  const attachmentLine = say('Your report is attached.')
  return {
    title: say('{report}: {start} to {end}', { report: title, start: start!, end: end! }),
    paragraphs: hidden === null ? [attachmentLine] : [attachmentLine, hidden],
    facts: [
      [say('Report'), title],
      [say('Client'), report.clientName ?? ''],
      [say('Days'), lines[0]!],
      [say('File'), fileName],
    ],
    note: say('{company} sends you this report on a schedule. To stop it, reply to them.', {
      company: report.brand.name,
    }),
  }
}
