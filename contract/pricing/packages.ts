import { z } from 'zod'

/** An agency's package, by its suffix label (R194): not white-labeled or white-labeled, monthly or yearly; or free. */
export const packages = ['NWM', 'NWY', 'WM', 'WY', 'FREE'] as const
export type Package = (typeof packages)[number]

/** Empty: none. */
export const packageId = z.enum(['', ...packages])

/** Whether a package determines white-labeling (R157): null if it does not. */
export function isWhiteLabeled(chosen: z.output<typeof packageId>): boolean | null {
  if (chosen === 'WM' || chosen === 'WY') return true
  return chosen === 'NWM' || chosen === 'NWY' ? false : null
}
