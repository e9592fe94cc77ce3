import { z } from 'zod'

export const settings = {
  META_URL: z
    .url()
    .default('https://graph.facebook.com/v25.0')
    .describe('With the version of the Marketing API, which ends about a year after it came out.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
