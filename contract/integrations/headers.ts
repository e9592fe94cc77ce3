import { z } from 'zod'
import { sentences } from '../core/sentences.ts'

export const maxHeaders = 10
/** Total length of all names and values in characters: what every server accepts. */
const longestHeaders = 4_096

/** Hop-by-hop headers, and those for framing, host and origin of a message: the program sets these itself. */
const reservedHeaders = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'accept-encoding',
  'expect',
  'date',
  'origin',
  'referer',
  'via',
  'forwarded',
  'user-agent',
  'http2-settings',
  'cookie',
])
const reservedPrefixes = ['proxy-', 'x-forwarded-', 'sec-', 'webhook-', 'access-control-']

const isReservedHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return reservedHeaders.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))
}

const headerName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/, sentences.headerName)
  .refine((name) => !isReservedHeader(name), sentences.reservedHeader)

/** Printable ASCII: without line breaks, so that no header can be injected. */
const headerValue = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, sentences.headerValue)

/** Headers sent with a company's custom integration. Values are stored encrypted and never returned. */
export const ownHeaders = z
  .array(
    z.strictObject({
      name: headerName,
      secret: headerValue
        .optional()
        .meta({ description: 'Header value. If omitted, the stored value of this name stays.' }),
    }),
  )
  .max(maxHeaders)
  .superRefine((headers, problems) => {
    const names = new Set<string>()
    let length = 0
    for (const [index, { name, secret = '' }] of headers.entries()) {
      const lower = name.toLowerCase()
      if (names.has(lower)) problems.addIssue({ code: 'custom', message: sentences.headerTwice, path: [index, 'name'] })
      names.add(lower)
      length += name.length + secret.length
      if (length > longestHeaders) {
        problems.addIssue({ code: 'custom', message: sentences.longHeaders, path: [index, 'secret'] })
        return
      }
    }
  })
export type OwnHeaders = z.output<typeof ownHeaders>
