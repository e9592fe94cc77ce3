/**
 * How long a state's privacy law gives for an answer, in calendar days from receipt, and for one extension. From a law firm's comparison of
 * the states' laws, for California from the regulations themselves; read in November 2026.
 */
interface StateLaw {
  name: string
  /** Null where its place in the code was not read. */
  statute: string | null
  days: number
  extension_days: number
}

const usual = { days: 45, extension_days: 45 } as const
/** The shortest of any law that is read: safe for whoever names no state, or one without a law. */
const shortest = { days: 45, extension_days: 15 } as const

export const stateLaws: Readonly<Record<string, StateLaw>> = {
  CA: { name: 'California', statute: '11 CCR 7021', ...usual },
  CO: { name: 'Colorado', statute: 'C.R.S. 6-1-1301', ...usual },
  CT: { name: 'Connecticut', statute: 'Gen. Stat. 42-515', ...usual },
  DE: { name: 'Delaware', statute: null, ...usual },
  FL: { name: 'Florida', statute: 'Fla. Stat. 501.701', ...shortest },
  IA: { name: 'Iowa', statute: 'Iowa Code 715D', days: 90, extension_days: 45 },
  IN: { name: 'Indiana', statute: null, ...usual },
  KY: { name: 'Kentucky', statute: null, ...usual },
  MD: { name: 'Maryland', statute: 'Md. Com. Law 14-4601', ...usual },
  MN: { name: 'Minnesota', statute: null, ...usual },
  MT: { name: 'Montana', statute: null, ...usual },
  NE: { name: 'Nebraska', statute: null, ...usual },
  NH: { name: 'New Hampshire', statute: null, ...usual },
  NJ: { name: 'New Jersey', statute: null, ...usual },
  OR: { name: 'Oregon', statute: 'ORS 646A.570', ...usual },
  RI: { name: 'Rhode Island', statute: 'R.I. Gen. Laws 6-48.1', ...usual },
  TN: { name: 'Tennessee', statute: null, ...usual },
  TX: { name: 'Texas', statute: 'Bus. & Com. Code 541', ...usual },
  UT: { name: 'Utah', statute: 'Utah Code 13-61', ...usual },
  VA: { name: 'Virginia', statute: 'Va. Code 59.1-575', ...usual },
}

/** The clock of a state's law; the shortest one where none is named or read. */
export const lawOf = (stateCode: string | null): Pick<StateLaw, 'days' | 'extension_days'> =>
  (stateCode === null ? undefined : stateLaws[stateCode]) ?? shortest

/** Our own clock for appeals, in every state: no law that is read gives less. */
export const appealAnswer_days = 45
/** How long after a refusal somebody may appeal. */
export const appealFor_days = 60
