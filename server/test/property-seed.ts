import fc from 'fast-check'

/**
 * What property tests make their values from. `npm test` takes the same seed everywhere, so that a fresh clone sees what was
 * seen before; `npm run fuzz` takes a new one each time, and FUZZ_SEED repeats it.
 */
export const propertySeed = Number(process.env['FUZZ_SEED'] ?? 1)

// A wrong number would be taken for any other, and its failure could not be repeated.
if (!Number.isInteger(propertySeed))
  throw new Error(`FUZZ_SEED must be a whole number, not ${process.env['FUZZ_SEED']}`)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed })
