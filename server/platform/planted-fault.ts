/**
 * Faults that tests can switch on to prove that the suites can fail: a test that cannot fail proves nothing. Each has a
 * line in the product that calls `hasFault('name')`, and a test that runs with it and expects the suite to notice. One
 * name per line, so that areas can add theirs without merge conflicts.
 */
const plantableFaults = [
  'acknowledge-before-commit',
  'commit-without-waiting',
  'new-id-on-retry',
  'open-seal-twice',
  'keep-session-on-reuse',
  'rotate-without-lock',
  'skip-opt-out',
  'skip-region-rules',
  'skip-exclusions',
  'skip-audiences',
  'drop-reidentification',
  'skip-limit',
  'skip-hours',
  'skip-pages',
  'take-excluded-addresses',
  'skip-country-rules',
  'skip-gpc-header',
  'forget-withdrawals',
  'charge-outside-transaction',
  'leave-the-mark',
  'skip-cap',
  'skip-pace',
  'resolve-running-transactions',
  'report-searches-twice',
  'skip-negative-keywords',
  'skip-search-window',
  'skip-search-minimum',
  'skip-record-age',
  'skip-known-information',
  'skip-employer',
  'skip-excluded-companies',
  'skip-profile',
  'skip-surge',
  'skip-company-window',
  'suggest-anybody',
  'use-lot-twice',
  'skip-funds',
  'new-key-on-retry',
  'keep-dunning-day',
  'try-refused-card',
  'forget-failed-payment',
  'leave-payment-failed',
  'refund-over-paid',
  'keep-share-of-refund',
  'commission-before-payment',
  'keep-commission-of-refund',
  'pay-commission-twice',
  'credit-one-leg',
  'skip-allowance',
  'trust-returned-match',
  'skip-return-share',
  'book-dispute-twice',
  'fee-days-twice',
  'refund-line-over',
  'fee-in-one-leg',
  'minimum-beside-leads',
  'apply-event-twice',
  'round-lines-up',
  'tax-rounded-up',
  'tax-at-the-sum',
  'keep-tax-of-refund',
] as const
export type PlantableFault = (typeof plantableFaults)[number]

/**
 * Whether a test has switched this fault on with `PLANTED_FAULT=name[,name]`. Always false unless NODE_ENV is `test`;
 * the configuration refuses the variable outside tests. Hot paths check it once, at creation.
 */
export const hasFault = (name: PlantableFault): boolean =>
  process.env['NODE_ENV'] === 'test' && (process.env['PLANTED_FAULT'] ?? '').split(',').includes(name)

/** What is wrong with the environment's planted faults, if anything. */
export function plantedFaultProblems(env: Record<string, string | undefined>): string[] {
  const names = env['PLANTED_FAULT']
  if (!names) return []
  if (env['NODE_ENV'] !== 'test') return ['PLANTED_FAULT: is for tests only (NODE_ENV=test)']
  const allNames: readonly string[] = plantableFaults
  return names
    .split(',')
    .filter((name) => !allNames.includes(name))
    .map((name) => `PLANTED_FAULT: there is no fault named ${name}`)
}
