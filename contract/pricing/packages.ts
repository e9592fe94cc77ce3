import { z } from 'zod'

/** What an agency has bought, by its suffix label (R194): not white-labeled or white-labeled, by month or year; or free. */
export const packages = ['NWM', 'NWY', 'WM', 'WY', 'FREE'] as const
export type Package = (typeof packages)[number]

/** Empty: none. */
export const packageId = z.enum(['', ...packages])

/** Whether a package says how its agency looks (R157): null where it says nothing. */
export function isWhiteLabeled(chosen: z.output<typeof packageId>): boolean | null {
  if (chosen === 'WM' || chosen === 'WY') return true
  return chosen === 'NWM' || chosen === 'NWY' ? false : null
}
