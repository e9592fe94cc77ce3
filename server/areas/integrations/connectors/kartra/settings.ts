import { z } from 'zod'
import { appKey } from '../app-key.ts'

export const settings = {
  KARTRA_URL: z.url().default('https://app.kartra.com/api'),
  KARTRA_APP_ID: appKey.describe('The id of your Kartra app, required to offer Kartra.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
