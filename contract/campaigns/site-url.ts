import { z } from 'zod'
import { sentences } from '../core/sentences.ts'

/** The page that carries the pixel, with its scheme; its host is the one whose hits count. */
export const siteUrl = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => text === '' || siteHost(text) !== null, sentences.website)

/** The host of a site's address in lower case, without a port; null where the text is no such address. */
export function siteHost(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.hostname !== '' && url.username === '' && url.password === '' ? url.hostname : null
}
