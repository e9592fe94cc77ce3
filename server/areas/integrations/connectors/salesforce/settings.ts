import { z } from 'zod'
import { appKey } from '../app-key.ts'

export const settings = {
  SALESFORCE_LOGIN_URL: z
    .url()
    .default('https://login.salesforce.com')
    .describe('`https://test.salesforce.com` for sandboxes, or your own domain’s.'),
  SALESFORCE_CLIENT_ID: appKey.describe(
    'The consumer key of your external client app; one callback URL, `https://<host>/integrations/salesforce`, for each sign-in host.',
  ),
  SALESFORCE_CLIENT_SECRET: appKey.describe('Its consumer secret.'),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
