import { describe, expect, test } from 'vitest'
import { endOfDate_ms, localDateAt, startOfDate_ms } from '#server/platform/local-dates.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { daysBetween, lengthAt, monthsEnded, shareOfDays_cents } from '../fees/fee-days.ts'
import { lastBoundary, nextBoundary, type Term } from './boundaries.ts'

// Compares period boundaries and daily prices with a plain model that uses no date library: a seeded sample of 27,000
// days, in zones that skip hours, midnights and one whole day; in the full run every day of 120 years with every term, and
// 200,000 others.

const checks = {
  starts: sampleOf(5_000, 150_000),
  fees: sampleOf(2_000, 50_000),
}
const longest_ms = sampleOf(60_000, 1_200_000)

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : lengths[month - 1]!)

interface Day {
  year: number
  month: number
  day: number
}

const textOf = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

function before({ year, month, day }: Day): Day {
  if (day > 1) return { year, month, day: day - 1 }
  if (month > 1) return { year, month: month - 1, day: lengthOf(year, month - 1) }
  return { year: year - 1, month: 12, day: 31 }
}

/** The next day. */
function after({ year, month, day }: Day): Day {
  if (day < lengthOf(year, month)) return { year, month, day: day + 1 }
  return month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
}

/** Days since a Monday, counted year by year. */
function daysSinceMonday({ year, month, day }: Day): number {
  let days = 0
  // January 1, 1900 was a Monday.
  for (let one = 1900; one < year; one++) days += isLeap(one) ? 366 : 365
  for (let one = 1; one < month; one++) days += lengthOf(year, one)
  return days + day - 1
}

function modelOf(term: Term, today: Day): { last: string; next: string } {
  if (term !== 'Weekly') {
    const { year, month } = today
    const next = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }
    return { last: textOf({ year, month, day: 1 }), next: textOf(next) }
  }
  let monday = today
  while (daysSinceMonday(monday) % 7 !== 0) monday = before(monday)
  let { year, month, day } = monday
  day += 7
  if (day > lengthOf(year, month)) {
    day -= lengthOf(year, month)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  return { last: textOf(monday), next: textOf({ year, month, day }) }
}

/** Pseudorandom numbers, the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const terms: readonly Term[] = ['Weekly', 'Monthly', 'OneTime', 'Prepaid']
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'UTC',
]

/** Some days, every fourth the last of a month, where most mistakes occur, each with a term. */
function* someDays(): Generator<{ today: Day; term: Term }> {
  const draw = seeded(20_261_122)
  for (let one = 0; one < 20_000; one++) {
    const [year, month] = [1990 + draw(120), 1 + draw(12)]
    const day = one % 4 === 0 ? lengthOf(year, month) : 1 + draw(lengthOf(year, month))
    yield { today: { year, month, day }, term: terms[draw(terms.length)]! }
  }
}

/** Every day of the same years with every term. */
function* everyDay(): Generator<{ today: Day; term: Term }> {
  for (let today: Day = { year: 1990, month: 1, day: 1 }; today.year < 2110; today = after(today))
    for (const term of terms) yield { today, term }
}

describe('periods', () => {
  test('end where a plain day count says, for every term', { timeout: longest_ms }, () => {
    const wrong: unknown[] = []
    for (const { today, term } of sampleOf(someDays(), everyDay())) {
      const { last, next } = modelOf(term, today)
      const boundaries = { last: lastBoundary(term, textOf(today)), next: nextBoundary(term, textOf(today)) }
      if (boundaries.last !== last || boundaries.next !== next)
        wrong.push({ today, term, found: boundaries, last, next })
    }
    expect(wrong).toEqual([])
  })

  test('follow one another without a gap', () => {
    for (const term of terms) {
      let boundary = lastBoundary(term, '2023-12-27')
      for (let one = 0; one < 200; one++) {
        const next = nextBoundary(term, boundary)
        expect([next > boundary, lastBoundary(term, next)]).toEqual([true, next])
        boundary = next
      }
    }
  })

  test('begin at the first moment of their local day, in every zone', { timeout: longest_ms }, () => {
    const draw = seeded(7)
    const wrong: unknown[] = []
    for (let one = 0; one < checks.starts; one++) {
      const [year, month] = [2000 + draw(60), 1 + draw(12)]
      const date = textOf({ year, month, day: 1 + draw(lengthOf(year, month)) })
      const zone = zones[draw(zones.length)]!
      const start_ms = startOfDate_ms(date, zone)
      // Samoa skipped December 30, 2011, so that day begins when the next one does.
      const begins = zone === 'Pacific/Apia' && date === '2011-12-30' ? '2011-12-31' : date
      const isFirst = localDateAt(start_ms, zone) === begins && localDateAt(start_ms - 1, zone) < date
      if (!isFirst || endOfDate_ms(date, zone) < start_ms) wrong.push({ zone, date, start_ms })
    }
    expect(wrong).toEqual([])
  })
})

describe('fees by day', () => {
  test(
    'are prorated over the week or month, exact until the final half-to-even rounding, whatever changes in between',
    { timeout: longest_ms },
    () => {
      const draw = seeded(79)
      const wrong: unknown[] = []
      for (let one = 0; one < checks.fees; one++) {
        const [year, month] = [1990 + draw(120), 1 + draw(12)]
        let day: Day = { year, month, day: one % 3 === 0 ? lengthOf(year, month) : 1 + draw(lengthOf(year, month)) }
        const from = textOf(day)
        // Each day's term and price, which change now and then, and their sum over a common denominator.
        let [term, price_e4] = [terms[draw(terms.length)]!, draw(100_000) * 100]
        const days: { date: string; term: Term; price_e4: number }[] = []
        let numerator = 0n
        const denominator = 7n * 28n * 29n * 30n * 31n
        for (let daysLeft = draw(70); daysLeft > 0; daysLeft--) {
          if (draw(20) === 0) [term, price_e4] = [terms[draw(terms.length)]!, draw(100_000) * 100]
          days.push({ date: textOf(day), term, price_e4 })
          const length = term === 'Weekly' ? 7 : lengthOf(day.year, day.month)
          numerator += (BigInt(price_e4) * denominator) / BigInt(length)
          day = after(day)
        }
        const twice = numerator * 2n
        const cent = denominator * 100n
        let cents = twice / (cent * 2n)
        const rest = twice - cents * cent * 2n
        if (rest > cent || (rest === cent && cents % 2n === 1n)) cents += 1n
        const share_cents = shareOfDays_cents(
          days.map((of) => ({ price_e4: of.price_e4, length: lengthAt(of.term, of.date) })),
        )
        const isSameDays = daysBetween(from, textOf(day)).join() === days.map(({ date }) => date).join()
        if (share_cents !== Number(cents) || !isSameDays)
          wrong.push({ from, until: textOf(day), found: share_cents, cents })
      }
      expect(wrong).toEqual([])
    },
  )

  test('add up to the full price over a whole period, within a cent when it is split', () => {
    for (const [from, until] of [
      ['2028-02-01', '2028-03-01'],
      ['2026-02-01', '2026-03-01'],
      ['2026-12-01', '2027-01-01'],
    ] as const) {
      const days = daysBetween(from, until).map((date) => ({ price_e4: 490_100, length: lengthAt('Monthly', date) }))
      expect(shareOfDays_cents(days)).toBe(4_901)
      for (let cut = 1; cut < days.length; cut++) {
        const sum = shareOfDays_cents(days.slice(0, cut)) + shareOfDays_cents(days.slice(cut))
        expect(Math.abs(sum - 4_901)).toBeLessThanOrEqual(1)
      }
    }
  })

  test('are billed for ended months, each once as time passes', () => {
    const draw = seeded(271)
    const [start, end] = ['2025-11-15', '2026-10-20']
    const monthEnds: string[] = []
    let at: string = start
    while (at < end) {
      const until =
        daysBetween(at, '2026-10-21')
          .slice(1, 2 + draw(45))
          .at(-1) ?? end
      monthEnds.push(...monthsEnded(at, until).map((month) => month.until))
      at = until
    }
    expect(monthEnds).toEqual(monthsEnded(start, end).map((month) => month.until))
    expect([monthEnds[0], monthEnds.length, monthEnds.at(-1)]).toEqual(['2025-12-01', 11, '2026-10-01'])
  })

  test('are limited in number, whatever range is given', () => {
    expect(daysBetween('0001-01-01', '9999-12-31')).toHaveLength(366)
    expect(daysBetween('2026-02-01', '2026-01-01')).toEqual([])
    expect(monthsEnded('0001-01-01', '9999-12-31')).toHaveLength(12)
  })
})
