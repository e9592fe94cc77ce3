import { z } from 'zod'

export const settings = {
  MAILCHIMP_URL: z
    .string()
    .startsWith('http')
    .default('https://{dc}.api.mailchimp.com/3.0')
    .describe('`{dc}` is the account’s data center, the end of its key.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
