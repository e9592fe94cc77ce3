import { z } from 'zod'
import { appKey } from '../app-key.ts'

export const settings = {
  KLAVIYO_URL: z.url().default('https://a.klaviyo.com'),
  KLAVIYO_AUTHORIZE_URL: z.url().default('https://www.klaviyo.com/oauth/authorize'),
  KLAVIYO_CLIENT_ID: appKey.describe(
    'The id of your Klaviyo app; one redirect URL, `https://<host>/integrations/klaviyo`, for each sign-in host.',
  ),
  KLAVIYO_CLIENT_SECRET: appKey.describe('Its secret.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
