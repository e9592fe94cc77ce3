import fc from 'fast-check'

/**
 * The seed of property-based tests. `npm test` uses the same one everywhere, so that a fresh clone tests the same
 * values; `npm run fuzz` picks a new one each time, and FUZZ_SEED repeats it.
 */
export const propertySeed = Number(process.env['FUZZ_SEED'] ?? 1)

// An invalid number would be treated as some other seed, and its failure could not be reproduced.
if (!Number.isInteger(propertySeed))
  throw new Error(`FUZZ_SEED must be a whole number, not ${process.env['FUZZ_SEED']}`)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed })
