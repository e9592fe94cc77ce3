import { z } from 'zod'

export const settings = {
  CLICKFUNNELS_URL: z
    .string()
    .startsWith('http')
    .default('https://{workspace}.myclickfunnels.com/api/v2')
    .describe('`{workspace}` is the account’s subdomain.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
