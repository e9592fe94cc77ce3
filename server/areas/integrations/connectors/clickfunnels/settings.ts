import { z } from 'zod'

export const settings = {
  /** `{workspace}` is the account's subdomain. */
  CLICKFUNNELS_URL: z.string().startsWith('http').default('https://{workspace}.myclickfunnels.com/api/v2'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
