import { z } from 'zod'
import { sentences } from './sentences.ts'

export const timeZone = z.string().max(64).refine(isTimeZone, sentences.timeZone)

/** Whether a name is a time zone that both the browser and the server know. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
