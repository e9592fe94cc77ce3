import { expect, test } from 'vitest'
import { dueAlert, noAlertsSent, ofAmount, type Alert, type AlertHistory } from './due-alert.ts'

const alert = (fields: Partial<Alert> = {}): Alert => ({
  cap_cents: 100_00,
  shares: [50, 80, 100],
  amount_cents: null,
  ...fields,
})
/** The alerts sent in sequence, as spending grows (in dollars) or the cap changes. */
function told(steps: readonly [dollars: number, fields?: Partial<Alert>, isMet?: boolean][]): (number | null)[] {
  let before: AlertHistory = noAlertsSent
  return steps.map(([dollars, fields, isMet = false]) => {
    const { due, after } = dueAlert(alert(fields), { used_e4: dollars * 10_000, isMet }, before)
    before = after
    return due
  })
}

test('a threshold alerts once, when it is reached to the cent', () => {
  expect(told([[49.99], [50], [50], [79.99], [80], [100], [100]])).toEqual([null, 50, null, null, 80, 100, null])
})

test('if several thresholds are passed at once, only the highest alerts, and the others never do', () => {
  expect(told([[85], [86], [100]])).toEqual([80, null, 100])
  expect(told([[100], [100]])).toEqual([100, null])
})

test('a cap counts as reached when too little is left for another lead', () => {
  expect(told([[75, {}, true], [75, {}, true], [75]])).toEqual([100, null, null])
  expect(told([[75, { shares: [80] }, true]])).toEqual([null])
})

test('a raised cap alerts again only for thresholds that were not passed yet', () => {
  const raise = { cap_cents: 200_00 }
  expect(told([[85], [85, raise], [99, raise], [100, raise], [160, raise]])).toEqual([80, null, null, 50, 80])
  // The spending when the cap was raised already exceeds 80 % of the new cap.
  expect(told([[90], [90, { cap_cents: 110_00 }], [110, { cap_cents: 110_00 }]])).toEqual([80, null, 100])
  expect(told([[60], [110, raise]])).toEqual([50, 50])
})

test('a lowered cap alerts for newly reached thresholds, and repeats none', () => {
  expect(told([[60], [60, { cap_cents: 70_00 }], [60, { cap_cents: 60_00 }]])).toEqual([50, 80, 100])
  expect(told([[100], [100, { cap_cents: 90_00 }]])).toEqual([100, null])
})

test('a threshold that is added later, below the last alert, does not alert', () => {
  expect(
    told([
      [80, { shares: [80] }],
      [81, { shares: [50, 80] }],
    ]),
  ).toEqual([80, null])
})

test('an amount without a cap alerts once, and again when it is raised and passed', () => {
  const of = (dollars: number) => ({ cap_cents: null, amount_cents: dollars * 100 })
  expect(
    told([
      [19, of(20)],
      [20, of(20)],
      [30, of(20)],
      [30, of(25)],
      [30, of(40)],
      [40, of(40)],
    ]),
  ).toEqual([null, ofAmount, null, null, null, ofAmount])
})

test('a cap that is removed and set again repeats no alert', () => {
  expect(told([[85], [85, { cap_cents: null }], [85]])).toEqual([80, null, null])
})
