import { z } from 'zod'
import { appKey } from '../app-key.ts'

export const settings = {
  HIGHLEVEL_URL: z.url().default('https://services.leadconnectorhq.com'),
  HIGHLEVEL_AUTHORIZE_URL: z.url().default('https://marketplace.gohighlevel.com/v2/oauth/chooselocation'),
  HIGHLEVEL_CLIENT_ID: appKey,
  HIGHLEVEL_CLIENT_SECRET: appKey,
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
