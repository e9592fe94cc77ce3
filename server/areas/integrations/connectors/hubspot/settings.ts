import { z } from 'zod'
import { appKey } from '../app-key.ts'

export const settings = {
  HUBSPOT_URL: z.url().default('https://api.hubapi.com'),
  HUBSPOT_AUTHORIZE_URL: z.url().default('https://app.hubspot.com/oauth/authorize'),
  HUBSPOT_CLIENT_ID: appKey.describe(
    'The id of your HubSpot app; one redirect URL, `https://<host>/integrations/hubspot`, for each sign-in host.',
  ),
  HUBSPOT_CLIENT_SECRET: appKey.describe('Its secret.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
