import { z } from 'zod'

export const settings = {
  SENDGRID_URL: z.url().default('https://api.sendgrid.com/v3'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
