import type { SourceFault } from './fault.ts'

const slots = 'server/areas/reports/schedules/slots.ts'
const schedulesTest = 'server/areas/reports/schedules/schedules.test.ts'

/** Days, months and time zones. */
export const reportFaults: SourceFault[] = [
  {
    name: 'no-report-in-february',
    says: 'A report of the 31st is not sent in shorter months.',
    file: slots,
    before: 'date.day === Math.min(monthday, date.daysInMonth)',
    after: 'date.day === monthday',
    test: schedulesTest,
  },
  {
    name: 'month-of-another-zone',
    says: 'A report of last month is of the month that ended elsewhere.',
    file: slots,
    before: 'daysBefore(`${localDateAt(slot_ms, timeZone).slice(0, 7)}-01`, 1)',
    after: 'daysBefore(`${todayAt(slot_ms).slice(0, 7)}-01`, 1)',
    test: schedulesTest,
  },
  {
    name: 'month-not-over',
    says: 'A report of last month is sent before the month is over in the reports’ time zone.',
    file: slots,
    before: "if (days !== 'last_month') return at_ms",
    after: 'if (days.length > 0) return at_ms',
    test: schedulesTest,
  },
  {
    name: 'end-of-24-hours',
    says: 'A day ends 24 hours after it began, also when the clock changes.',
    file: 'server/platform/local-dates.ts',
    before: 'Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds',
    after: 'Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds + 86_400_000',
    test: 'server/platform/local-dates.test.ts',
  },
  {
    name: 'late-visits-lost',
    says: 'Visits that were resolved a day late are in no report.',
    file: 'server/areas/reports/update-report-days.ts',
    before: 'const again_days = 3',
    after: 'const again_days = 0',
    test: 'server/areas/reports/update-report-days.test.ts',
  },
  {
    name: 'sum-before-midnight',
    says: 'A day is totaled while its last visits are still being decided.',
    file: 'server/areas/reports/update-report-days.ts',
    before: 'const settled_ms = 3_600_000',
    after: 'const settled_ms = 0',
    test: 'server/areas/reports/update-report-days.test.ts',
  },
  {
    name: 'link-without-end',
    says: 'A link to a report opens after its last day.',
    file: 'server/areas/reports/links/open-shared-report.ts',
    before: 'and link.expires_at > $3',
    after: '',
    test: 'server/areas/reports/links/links.test.ts',
  },
  {
    name: 'period-before',
    says: 'A figure is compared with a period of another length.',
    file: 'server/areas/reports/report-period.ts',
    before: 'previousStart: daysBefore(start, length_days)',
    after: 'previousStart: daysBefore(start, length_days - 1)',
    test: 'server/areas/reports/comparison.test.ts',
  },
  {
    name: 'one-link-too-many',
    says: 'An agency has more open links than it may.',
    file: 'server/areas/reports/links/links.ts',
    before: 'if (rows[0]!.count >= maxLinks)',
    after: 'if (rows[0]!.count > maxLinks)',
    test: 'server/areas/reports/links/links.test.ts',
  },
]
