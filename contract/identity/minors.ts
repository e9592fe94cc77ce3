const range = /^\d{1,2}\s*(?:-|–|to)\s*(\d{1,2})$/
const below = /^(?:under|below|less than|up to|<=?)\s*(\d{1,2})$/
const word = /^(?:minor|child|children|teen|teenager)s?$/

/**
 * Whether an age or age band says that somebody is under 18. A single digit is none: files write codes of bands so, and nobody that
 * young has an address of their own.
 */
export function saysMinor(age: string): boolean {
  const text = age.trim().toLowerCase()
  const last = range.exec(text)?.[1]
  if (last !== undefined) return Number(last) < 18
  const bound = below.exec(text)?.[1]
  if (bound !== undefined) return Number(bound) <= 18
  return word.test(text) || (/^1\d$/.test(text) && Number(text) < 18)
}
