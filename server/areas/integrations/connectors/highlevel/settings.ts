import { z } from 'zod'
import { appKey } from '../app-key.ts'
import { isPublicKey } from './public-key.ts'

export const settings = {
  HIGHLEVEL_URL: z.url().default('https://services.leadconnectorhq.com'),
  HIGHLEVEL_AUTHORIZE_URL: z.url().default('https://marketplace.gohighlevel.com/v2/oauth/chooselocation'),
  HIGHLEVEL_CLIENT_ID: appKey.describe(
    'The id of your HighLevel app; one redirect URL, `https://<host>/integrations/highlevel`, for each sign-in host.',
  ),
  HIGHLEVEL_CLIENT_SECRET: appKey.describe('Its secret.'),
  HIGHLEVEL_APP_ID: appKey.describe(
    'The app’s id in the messages that HighLevel signs, sent to `https://<host>/hooks/services/highlevel`: they tell of uninstalls.',
  ),
  HIGHLEVEL_WEBHOOK_KEY: appKey
    .refine((key) => key === undefined || isPublicKey(key), 'must be an Ed25519 public key')
    .describe(
      'HighLevel’s public key for these messages, which its marketplace shows: the base64 between the PEM’s two lines.',
    ),
}

declare module '#server/platform/config.ts' {
  interface ServiceSettings extends z.output<z.ZodObject<typeof settings>> {}
}
